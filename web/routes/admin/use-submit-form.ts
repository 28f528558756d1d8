import { type MutationKey, useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { ApiError } from '#web/api/call.ts';
import { findBlankFields } from '#web/session/sign-in-outcome.ts';
import { getAdminErrorMessage } from './admin-error-message.ts';

/**
 * A form of these text fields that is sent to the API: spread `form` on it. What is wrong with a field stands in `errors`
 * and the first of them gets the focus; whatever else went wrong is the sentence `failure`.
 */
export function useSubmitForm<const Name extends string, Output>(
  names: readonly Name[],
  send: (typed: Record<Name, string>) => Promise<Output>,
  onDone: (output: Output) => void,
  { mutationKey }: { mutationKey?: MutationKey } = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const sending = useMutation({ mutationKey, mutationFn: send });

  const isFieldFault = Object.keys(errors).length > 0;
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const first = ref.current?.querySelector<HTMLInputElement>('[aria-invalid]');
    // Dates and times have no text to select.
    first?.focus();
    first?.select();
  }, [errors]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.isPending) return;
    sending.reset();
    const data = new FormData(event.currentTarget);
    const blank = findBlankFields(data, names);
    if (blank) return setErrors(blank);
    setErrors({});
    const typed = Object.fromEntries(names.map((name) => [name, String(data.get(name))]));
    sending.mutate(typed as Record<Name, string>, {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 400) setErrors(getMessagesByField(error.body));
      },
    });
  };

  return {
    form: { ref, onSubmit, noValidate: true },
    errors,
    failure: sending.error && !isFieldFault ? getAdminErrorMessage(sending.error) : null,
    isBusy: sending.isPending,
  };
}
