import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { clearSession } from '#core/web/session/session.ts';
import { Spinner } from '#core/web/ui/feedback/spinner.tsx';
import { ACCOUNT_KEY } from '#features/accounts/web/public/account/account-queries.ts';

export type EndReason = 'password-changed' | 'account-deleted';

export interface Ending {
  reason: EndReason;
  /** Called when this browser has forgotten the session. The mutation that ended it waits for this: account queries pause. */
  onCleared: () => void;
}

/** The delay of the logout after a password change. */
const LOGOUT_DELAY_MS = 2_000;

const ENDINGS = {
  'password-changed': {
    text: 'Your password is changed. Redirecting to the sign-in page…',
    next: paths.signIn,
    delayMs: LOGOUT_DELAY_MS,
  },
  'account-deleted': { text: 'Your account is deleted.', next: paths.home, delayMs: 0 },
} as const;

/**
 * Replaces the account after the server has ended its sessions, so that the page sends no further calls. Then clears the
 * session and redirects.
 */
export function SessionEnded({ reason, onCleared }: Ending) {
  const { text, next, delayMs } = ENDINGS[reason];
  const message = useRef<HTMLParagraphElement>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const clear = useEffectEvent(() => {
    queries.removeQueries({ queryKey: ACCOUNT_KEY });
    // After a change of the password the same user signs in again.
    clearSession({ keepsPersonalValues: reason === 'password-changed' });
    onCleared();
  });
  const redirect = useEffectEvent(() => {
    clear();
    navigate(next, { replace: true });
  });
  // The focused element is gone, and on a small screen the page is now shorter than the scroll position.
  useEffect(() => message.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => redirect(), delayMs);
    return () => {
      clearTimeout(timer);
      // A user who navigates away earlier continues as a visitor: every authenticated call would be rejected.
      clear();
    };
  }, [delayMs]);
  return (
    <p ref={message} role="status" tabIndex={-1} className="flex items-center gap-2 py-8 text-muted">
      <Spinner />
      <span>{text}</span>
    </p>
  );
}
