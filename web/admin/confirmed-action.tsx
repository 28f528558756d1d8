import { type ReactNode, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx';
import { useSubmitForm } from './use-submit-form.ts';

interface ConfirmedAction<Output> {
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
  getMessage,
  onDone,
  ...dialog
}: ConfirmedActionDialogProps<Output>) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    field ? [field.name] : [],
    (values) => run(field ? (values[field.name] ?? '') : ''),
    (output) => {
      if (success) notify.success(...success);
      onSuccess?.(output);
      onDone();
    },
    { getMessage },
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
