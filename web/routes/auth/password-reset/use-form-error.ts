import { type RefObject, useEffect, useRef } from 'react';
import type { RejectedForm } from '#web/session/sign-in-outcome.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** Shows the toast of a rejected form once, and focuses the first invalid field. */
export function useFormError(rejected: RejectedForm | null, form: RefObject<HTMLFormElement | null>): void {
  const handled = useRef<RejectedForm>(null);
  useEffect(() => {
    if (rejected === null || handled.current === rejected) return;
    handled.current = rejected;
    notify.error(rejected.toast.title, rejected.toast.description);
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [rejected, form]);
}
