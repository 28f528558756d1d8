import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSession } from './session.ts';
import type { SignInOutcome } from './sign-in-outcome.ts';
import { startSession } from './sign-out.ts';

/**
 * Handles an outcome once: stores the sign-in and shows the welcome toast, or shows the error and focuses the first invalid
 * field.
 */
export function useSignInOutcome(
  outcome: SignInOutcome | undefined,
  welcome: { title: string; description: string },
  form: RefObject<HTMLFormElement | null>,
): void {
  const handled = useRef<SignInOutcome>(undefined);
  useEffect(() => {
    if (outcome === undefined || handled.current === outcome) return;
    handled.current = outcome;
    if (outcome.kind === 'signed-in') {
      startSession(outcome.user, outcome.tokens);
      notify.success(welcome.title, welcome.description);
    } else {
      notify.error(outcome.toast.title, outcome.toast.description);
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }, [outcome, welcome, form]);
}

/** Redirects a sign-in page to `next` when a user of that kind is signed in. Returns whether it redirects. */
export function useRedirectWhenSignedIn(kind: 'customer' | 'admin', next: string): boolean {
  const user = useSession();
  const navigate = useNavigate();
  const isSignedIn = Boolean(user && (user.isAdmin === true) === (kind === 'admin'));
  useEffect(() => {
    if (isSignedIn) navigate(next, { replace: true });
  }, [isSignedIn, navigate, next]);
  return isSignedIn;
}
