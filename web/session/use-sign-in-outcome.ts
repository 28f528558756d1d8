import { type RefObject, useEffect, useRef } from 'react';
import { notify } from '#web/ui/feedback/notify.ts';
import { storeSession } from './session.ts';
import type { SignInOutcome } from './sign-in-outcome.ts';

/**
 * Does once what an outcome asks for: keeps the sign-in and says welcome, or says what went wrong and moves the focus to
 * the first field that is at fault.
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
      storeSession(outcome.user, outcome.tokens);
      notify.success(welcome.title, welcome.description);
    } else {
      notify.error(outcome.toast.title, outcome.toast.description);
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }, [outcome, welcome, form]);
}
