import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { CodeField } from '#web/routes/admin/sign-in/code-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { SECOND_FACTOR_CHANGE } from './use-second-factor.ts';

interface ConfirmedChangeProps<Output> {
  /** Describes the change and its consequences. */
  children: string;
  action: { label: string; variant: 'primary' | 'danger' };
  send: (confirmation: { password: string; code: string }) => Promise<Output>;
  onDone: (output: Output) => void;
  onCancel: () => void;
}

/** Asks for the password and a code before a change to the second factor. */
export function ConfirmationForm<Output>({
  children,
  action,
  send,
  onDone,
  onCancel,
}: ConfirmedChangeProps<Output>) {
  const { form, errors, failure, isBusy } = useSubmitForm(['password', 'code'], send, onDone, {
    mutationKey: SECOND_FACTOR_CHANGE,
  });
  return (
    <form {...form} className="grid gap-4">
      <p>{children}</p>
      {failure && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus
        error={errors.password?.[0]}
      />
      <CodeField acceptsRecoveryCodes error={errors.code?.[0]} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={action.variant} busy={isBusy}>
          {isBusy ? 'Checking…' : action.label}
        </Button>
      </div>
    </form>
  );
}
