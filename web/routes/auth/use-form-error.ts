import { type RefObject, useEffect, useRef } from 'react';
import type { RejectedForm } from '#web/session/sign-in-outcome.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** Says once in the corner what a form was refused for, and moves the focus to the first field that is at fault. */
export function useFormError(refused: RejectedForm | null, form: RefObject<HTMLFormElement | null>): void {
  const said = useRef<RejectedForm>(null);
  useEffect(() => {
    if (refused === null || said.current === refused) return;
    said.current = refused;
    notify.error(refused.toast.title, refused.toast.description);
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refused, form]);
}
