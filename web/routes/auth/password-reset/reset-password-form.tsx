import { useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { NEW_PASSWORD_MIN_LENGTH } from '#contract/accounts/passwords.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import type { RejectedForm } from '#web/session/sign-in-outcome.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { useFormError } from './use-form-error.ts';

interface ResetPasswordFormProps {
  token: string;
  rejected: RejectedForm | null;
  /** The password has been changed, and the page is about to redirect. */
  isDone: boolean;
}

export function ResetPasswordForm({ token, rejected, isDone }: ResetPasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFormError(rejected, form);
  const isBusy = useNavigation().formMethod === 'POST' || isDone;
  return (
    <Form ref={form} method="post" replace noValidate className="grid gap-4">
      {rejected?.message && <Notice tone="danger">{rejected.message}</Notice>}
      <input type="hidden" name="token" value={token} />
      <PasswordField
        label="New Password"
        name="new_password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX_LENGTH}
        hint={`At least ${NEW_PASSWORD_MIN_LENGTH} characters. Longer is safer.`}
        error={rejected?.fieldErrors.new_password?.[0]}
      />
      <PasswordField
        label="Confirm New Password"
        name="confirm_password"
        autoComplete="new-password"
        required
        maxLength={PASSWORD_MAX_LENGTH}
        error={rejected?.fieldErrors.confirm_password?.[0]}
      />
      <p className="text-sm text-muted">Changing your password signs you out on every device.</p>
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? 'Changing password...' : 'Change password'}
      </Button>
    </Form>
  );
}
