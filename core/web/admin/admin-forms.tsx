import { type MutationKey, useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { ApiError } from '#core/web/api/call.ts';
import { isResponse } from '#core/web/api/error-message.ts';
import { findBlankFields } from '#core/web/session/sign-in-outcome.ts';
import { Button } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { TextField, type TextFieldProps } from '#core/web/ui/forms/text-field.tsx';
import { getAdminErrorMessage } from './admin-query.ts';

interface SubmitOptions<Output> {
  mutationKey?: MutationKey;
  /** Returns the message of an error. */
  getMessage?: (error: unknown) => string;
  /** The title of the notification of a failure; without it, or without a response, `failure` is set. */
  failureTitle?: string | undefined;
  /** Called after a success, also if the form is gone by then; `onDone` is not. */
  onSuccess?: (output: Output) => void;
  /** Called when a failure was notified. */
  onNotified?: () => void;
}

/**
 * Submits a form of text fields to the API; pass the result to `SubmitForm` or `FormDialog`. `errors` contains the field errors,
 * and the first invalid field receives the focus. `failure` is the message for any other error.
 */
export function useSubmitForm<const Name extends string, Output>(
  names: readonly Name[],
  send: (values: Record<Name, string>) => Promise<Output>,
  onDone: (output: Output) => void,
  {
    mutationKey,
    getMessage = getAdminErrorMessage,
    failureTitle,
    onSuccess,
    onNotified,
  }: SubmitOptions<Output> = {},
) {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const submission = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess,
    // Also runs if the dialog was closed before the response.
    onError: (error) => {
      if (failureTitle !== undefined && isResponse(error)) notify.error(failureTitle, getMessage(error));
    },
  });

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
        if (failureTitle !== undefined && isResponse(error)) onNotified?.();
        else if (error instanceof ApiError && error.status === 400) setErrors(getMessagesByField(error.body));
      },
    });
  };

  const failure =
    submission.error && !hasFieldErrors ? getMessage(submission.error) : (errors.detail?.[0] ?? null);
  return {
    form: { ref, onSubmit, noValidate: true },
    errors,
    failure: failureTitle !== undefined && isResponse(submission.error) ? null : failure,
    isBusy: submission.isPending,
  };
}

type Submission = Pick<ReturnType<typeof useSubmitForm>, 'form' | 'errors' | 'failure' | 'isBusy'>;

interface SubmitFormProps {
  submission: Submission;
  /** Precedes the failure. */
  intro?: Elements;
  className?: string;
  children: Elements;
}

/** The form of `useSubmitForm`. Its fields show their errors. */
export function SubmitForm({ submission, intro, className = 'grid gap-4', children }: SubmitFormProps) {
  return (
    <FormErrors value={submission.errors}>
      <form {...submission.form} className={className}>
        {intro}
        <Notice tone="danger" role="alert">
          {submission.failure}
        </Notice>
        {children}
      </form>
    </FormErrors>
  );
}

interface FormDialogProps {
  title: string;
  description?: string;
  submission: Submission;
  submitLabel: string;
  /** The label while the form is submitted. */
  busyLabel: string;
  onClose: () => void;
  /** The fields. */
  children: Elements;
}

/** A dialog with a form of `useSubmitForm`. */
export function FormDialog({ submission, submitLabel, busyLabel, children, ...dialog }: FormDialogProps) {
  const { isBusy } = submission;
  return (
    <Dialog {...dialog}>
      <SubmitForm submission={submission}>
        {children}
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" busy={isBusy}>
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </SubmitForm>
    </Dialog>
  );
}

export interface ConfirmedAction<Output> {
  title: string;
  /** The consequences. */
  description: ReactNode;
  confirmLabel: string;
  /** The label while the action runs. */
  pendingLabel?: string;
  variant?: 'primary' | 'danger';
  /** A text that the action needs, such as its reason. */
  field?: TextFieldProps & { name: string };
  /** Runs the action with the text of the field. */
  run: (text: string) => Promise<Output>;
  /** The title and text of the notification after the action. */
  success?: [title: string, text: string];
  onSuccess?: (output: Output) => void;
  /**
   * The title of the notification of a failure, for deletions. The dialog closes: next to an open one, screen readers do not announce
   * notifications. Without a title, or a response, the dialog shows the failure.
   */
  failureTitle?: string;
  /** Returns the message of an error. */
  getMessage?: (error: unknown) => string;
}

/**
 * Lets the administrator confirm an action before it runs: `confirm` opens the dialog for a target, and the caller renders
 * `dialog`. After a success the dialog closes and `focused` receives the focus, because the pressed button is gone with its row.
 */
export function useConfirmedAction<Target extends object, Output>(
  describe: (target: Target) => ConfirmedAction<Output>,
  focused?: RefObject<HTMLElement | null>,
) {
  const [target, setTarget] = useState<Target | null>(null);
  const close = () => setTarget(null);
  const finish = () => {
    flushSync(close);
    focused?.current?.focus({ preventScroll: true });
  };
  return {
    confirm: setTarget as (target: Target) => void,
    dialog: target && <ConfirmedActionDialog {...describe(target)} onClose={close} onDone={finish} />,
  };
}

interface ConfirmedActionDialogProps<Output> extends ConfirmedAction<Output> {
  onClose: () => void;
  /** Called after a success. */
  onDone: () => void;
}

/** The dialog of a confirmed action, for pages that lazy-load their dialogs. */
export function ConfirmedActionDialog<Output>({
  field,
  run,
  success,
  onSuccess,
  failureTitle,
  getMessage,
  onDone,
  ...dialog
}: ConfirmedActionDialogProps<Output>) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    field ? [field.name] : [],
    (values) => run(field ? (values[field.name] ?? '') : ''),
    (output) => {
      onSuccess?.(output);
      onDone();
    },
    {
      getMessage,
      failureTitle,
      onSuccess: () => {
        if (success) notify.success(...success);
      },
      onNotified: dialog.onClose,
    },
  );
  const fieldError = field && errors[field.name]?.[0];
  return (
    <ConfirmDialog
      {...dialog}
      isPending={isBusy}
      error={failure ?? (fieldError ? null : Object.values(errors)[0]?.[0])}
      onConfirm={form.onSubmit}
      formRef={form.ref}
    >
      {field && <TextField required autoComplete="off" data-first-focus {...field} error={fieldError} />}
    </ConfirmDialog>
  );
}
