import { type MutationKey, useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { ApiError } from '#web/api/call.ts';
import { findBlankFields } from '#web/session/sign-in-outcome.ts';
import { getAdminErrorMessage } from './admin-query.ts';

interface SubmitOptions {
  mutationKey?: MutationKey;
  /** Returns the message of an error. */
  getMessage?: (error: unknown) => string;
}

/**
 * Submits a form of text fields to the API; spread `form` on it. `errors` contains the field errors, and the first invalid
 * field receives the focus. `failure` is the message for any other error.
 */
export function useSubmitForm<const Name extends string, Output>(
  names: readonly Name[],
  send: (values: Record<Name, string>) => Promise<Output>,
  onDone: (output: Output) => void,
  { mutationKey, getMessage = getAdminErrorMessage }: SubmitOptions = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const submission = useMutation({ mutationKey, mutationFn: send });

  const hasFieldErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const first = ref.current?.querySelector<HTMLInputElement>('[aria-invalid]');
    // `select` has no effect on dates and times.
    first?.focus();
    first?.select();
  }, [errors]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.isPending) return;
    submission.reset();
    const data = new FormData(event.currentTarget);
    const blank = findBlankFields(data, names);
    if (blank) return setErrors(blank);
    setErrors({});
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name))]));
    submission.mutate(values as Record<Name, string>, {
      onSuccess: onDone,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 400) setErrors(getMessagesByField(error.body));
      },
    });
  };

  return {
    form: { ref, onSubmit, noValidate: true },
    errors,
    failure: submission.error && !hasFieldErrors ? getMessage(submission.error) : null,
    isBusy: submission.isPending,
  };
}
