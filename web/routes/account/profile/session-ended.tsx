import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ACCOUNT_KEY } from '#web/routes/account/account-queries.ts';
import { clearSession } from '#web/session/session.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

export type Ending = 'password-changed' | 'account-deleted';

/** Spec §9: the delay before the logout that follows a change of password. */
const READING_MS = 2_000;

const ENDINGS = {
  'password-changed': {
    text: 'Your password is changed. Taking you to the sign-in page…',
    next: paths.signIn,
    delayMs: READING_MS,
  },
  'account-deleted': { text: 'Your account is deleted.', next: paths.home, delayMs: 0 },
} as const;

/**
 * Stands in place of the account once the server has ended its sessions, so that nothing on the page asks the server any
 * more; then forgets the sign-in and leads on.
 */
export function SessionEnded({ ending }: { ending: Ending }) {
  const { text, next, delayMs } = ENDINGS[ending];
  const message = useRef<HTMLParagraphElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const forget = useEffectEvent(() => {
    queries.removeQueries({ queryKey: ACCOUNT_KEY });
    clearSession();
  });
  const leave = useEffectEvent(() => {
    forget();
    navigate(next, { replace: true });
  });
  // What had the focus is gone, and on a phone the page has become shorter than where it was scrolled to.
  useEffect(() => message.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => leave(), delayMs);
    return () => {
      clearTimeout(timer);
      // Whoever goes elsewhere sooner goes as a visitor: every call of theirs would be refused.
      forget();
    };
  }, [delayMs]);
  return (
    <p ref={message} role="status" tabIndex={-1} className="flex items-center gap-2 py-8 text-muted">
      <Spinner />
      {text}
    </p>
  );
}
