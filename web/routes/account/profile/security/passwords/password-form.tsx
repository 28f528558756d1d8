import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { updatePassword } from '#contract/accounts/passwords.ts';
import type { Profile } from '#contract/accounts/profile.ts';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { ENDS_SESSION_KEY } from '#web/routes/account/account-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import { EMPTY_DRAFT, type PasswordDraft, toDraftErrors, validateDraft } from './password-draft.ts';
import { PasswordStrength } from './password-strength.tsx';

const FAILURE = 'Failed to update password';

interface PasswordFormProps {
  profile: Profile;
  /** The password has been changed, and the server has ended every session. */
  onChanged: () => void;
}

export function PasswordForm({ profile, onChanged }: PasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const saving = useMutation({
    mutationKey: ENDS_SESSION_KEY,
    mutationFn: ({ current, next }: PasswordDraft) =>
      api(updatePassword, { body: { current_password: current, new_password: next } }),
    // Not passed to `mutate`: these handlers also run when the other tab is open.
    onSuccess: ({ logout_required }) => {
      if (!logout_required) {
        notify.success('Password updated successfully');
        return setDraft(EMPTY_DRAFT);
      }
      notify.success('Password updated successfully', 'Please sign in again with your new password');
      onChanged();
    },
    onError: (error) => showErrors(getErrorMessage(error, FAILURE), toFieldErrors(error)),
  });

  const showErrors = (text: string, found: FieldErrors) => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    notify.error(FAILURE, text);
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const invalid = validateDraft(draft);
    if (invalid) return showErrors(invalid.text, invalid.fieldErrors);
    setErrors({});
    saving.mutate(draft);
  };

  const getFieldProps = (name: keyof PasswordDraft) => ({
    value: draft[name],
    error: errors[name]?.[0],
    required: true,
    maxLength: PASSWORD_MAX_LENGTH,
    readOnly: saving.isPending,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setDraft({ ...draft, [name]: event.target.value });
      const { [name]: _, ...others } = errors;
      setErrors(others);
      saving.reset();
    },
  });
  const hasFieldError = Object.keys(errors).length > 0;
  return (
    <form ref={form} onSubmit={save} noValidate className="grid max-w-md gap-5">
      {saving.error && !hasFieldError && (
        <Notice tone="danger" role="alert">
          {getErrorMessage(saving.error, FAILURE)}
        </Notice>
      )}
      {/* Gives password managers the username. */}
      <input type="text" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField
        {...getFieldProps('current')}
        name="current_password"
        label="Current Password"
        autoComplete="current-password"
      />
      <div className="grid gap-2">
        <PasswordField
          {...getFieldProps('next')}
          name="new_password"
          label="New Password"
          autoComplete="new-password"
          hint="Use a strong password: at least 8 characters, with letters, numbers and special characters."
        />
        <PasswordStrength password={draft.next} profile={profile} />
      </div>
      <div className="grid gap-2">
        <PasswordField
          {...getFieldProps('confirm')}
          name="confirm_password"
          label="Confirm New Password"
          autoComplete="new-password"
        />
        <PasswordMatch draft={draft} />
      </div>
      <div>
        <Button type="submit" busy={saving.isPending} disabled={draft.next !== draft.confirm}>
          {saving.isPending ? 'Updating…' : 'Update Password'}
        </Button>
      </div>
    </form>
  );
}

/** Maps an API error to the form's fields. Its `error` field is about the current password. */
function toFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  const aboutCurrent = getFirstMessage(error.body, 'error');
  return aboutCurrent ? { current: [aboutCurrent] } : toDraftErrors(getMessagesByField(error.body));
}

/** Shows while typing whether the confirmation matches, with an icon and text, not only color. */
function PasswordMatch({ draft }: { draft: PasswordDraft }) {
  const isMatch = draft.next === draft.confirm;
  const Icon = isMatch ? CheckIcon : CloseIcon;
  return (
    <p aria-live="polite" className="min-h-5 text-sm">
      {draft.confirm !== '' && (
        <span
          className={`inline-flex items-center gap-1.5 font-medium ${isMatch ? 'text-accent' : 'text-danger'}`}
        >
          <Icon />
          {isMatch ? 'Passwords match' : 'Passwords do not match'}
        </span>
      )}
    </p>
  );
}
