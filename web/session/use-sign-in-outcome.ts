import { useEffect, useRef } from 'react';
import { notify } from '#web/ui/feedback/notify.ts';
import type { SignInOutcome } from './sign-in-outcome.ts';
import { startSession } from './start-session.ts';

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
