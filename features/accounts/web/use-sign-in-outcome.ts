import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#core/web/session/session.ts';
import type { SignInOutcome } from '#core/web/session/sign-in-outcome.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { startSession } from './public/sign-out.ts';

/** Stores a sign-in once, and shows the welcome toast. */
export function useSignInOutcome(
  outcome: SignInOutcome | undefined,
  welcome: { title: string; description: string },
): void {
  const handled = useRef<SignInOutcome>(undefined);
  useEffect(() => {
    if (outcome?.kind !== 'signed-in' || handled.current === outcome) return;
    handled.current = outcome;
    startSession(outcome.user, outcome.tokens);
    notify.success(welcome.title, welcome.description);
  }, [outcome, welcome]);
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
