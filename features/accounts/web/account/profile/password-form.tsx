import { useMutation } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type FormEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { listContextWords } from '#core/contract/accounts/password-context.ts';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { NEW_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH } from '#core/contract/fields.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { CheckIcon, CloseIcon } from '#core/web/ui/icons.tsx';
import { type Access, listAccess, updatePassword } from '#features/accounts/contract/passwords.ts';
import type { Profile } from '#features/accounts/contract/profile.ts';
import {
  ENDS_SESSION_KEY,
  useAccountKey,
  useAccountQuery,
} from '#features/accounts/web/public/account/account-queries.ts';
import type { estimateStrength } from './estimate-strength.ts';

const FAILURE = 'Failed to update password';

interface PasswordFormProps {
  profile: Profile;
  /** The password has been changed, and the server has ended every session. Resolves when this browser has forgotten its own. */
  onChanged: () => Promise<void>;
}

export function PasswordForm({ profile, onChanged }: PasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isRevoking, setIsRevoking] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const saving = useMutation({
    mutationKey: ENDS_SESSION_KEY,
    mutationFn: ({ current, next }: PasswordDraft) =>
      api(updatePassword, {
        body: { current_password: current, new_password: next, revoke_access: isRevoking },
      }),
    // Not passed to `mutate`: these handlers also run when the other tab is open.
    onSuccess: ({ logout_required, remaining_access: access = [] }) => {
      if (!logout_required) {
        notify.success('Password updated successfully');
        return setDraft(EMPTY_DRAFT);
      }
      const signInAgain = 'Please sign in again with your new password';
      notify.success(
        'Password updated successfully',
        access.length === 0 ? signInAgain : `${signInAgain}. ${describeAccess(access)}`,
      );
      return onChanged();
    },
    onError: (error) => {
      if (isRejection(error)) showErrors(getErrorMessage(error, FAILURE), toFieldErrors(error));
    },
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
  return (
    <form ref={form} onSubmit={save} noValidate className="grid max-w-md gap-5">
      <Notice tone="danger" role="alert">
        {saving.error && !isRejection(saving.error) && getErrorMessage(saving.error, FAILURE)}
      </Notice>
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
      <RevokeAccess isChecked={isRevoking} onChange={setIsRevoking} />
      <div>
        <Button type="submit" busy={saving.isPending} disabled={draft.next !== draft.confirm}>
          {saving.isPending ? 'Updating…' : 'Update Password'}
        </Button>
      </div>
    </form>
  );
}

/** Offers to revoke what works without the password, and lists it. */
function RevokeAccess(box: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  const { data, error } = useAccountQuery(useAccountKey('access'), () => api(listAccess, {}));
  // Most customers have nothing, for whom nothing should appear and disappear.
  if (data ? data.results.length === 0 : !error) return null;
  return (
    <CheckboxField
      {...box}
      label="Also revoke API keys, secret feed URLs, the webhook and the Telegram chat"
      hint={<span>{data ? describeAccess(data.results) : 'Yours could not be loaded.'}</span>}
    />
  );
}

const describeAccess = (access: readonly Access[]) =>
  `These work without the password: ${access.map(({ label }) => label).join(', ')}.`;

const isRejection = (error: Error) => error instanceof ApiError && error.status === 400;

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
          <span>{isMatch ? 'Passwords match' : 'Passwords do not match'}</span>
        </span>
      )}
    </p>
  );
}

interface PasswordStrengthProps {
  password: string;
  profile: Profile;
}

const LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const COLORS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-accent', 'bg-accent'] as const;
const BARS = [1, 2, 3, 4];

/** Shows the strength of the new password as a word and a bar. It never blocks. */
function PasswordStrength({ password, profile }: PasswordStrengthProps) {
  const estimate = useEstimate();
  const personal = useMemo(() => {
    const { first_name, last_name, email } = profile;
    return [first_name, last_name, email, ...listContextWords([first_name, last_name, email])];
  }, [profile]);
  const typed = useDeferredValue(password);
  const strength = useMemo(
    () => (estimate && typed !== '' ? estimate(typed, personal) : null),
    [estimate, typed, personal],
  );
  return (
    <div className="min-h-5">
      {strength && (
        <div aria-hidden="true" className="mt-1 mb-1.5 grid grid-cols-4 gap-1">
          {BARS.map((bar) => (
            <span
              key={bar}
              className={`h-1 rounded-box ${bar <= Math.max(1, strength.score) ? COLORS[strength.score] : 'bg-line'}`}
            />
          ))}
        </div>
      )}
      <p aria-live="polite" className="text-sm text-muted">
        {strength && (
          <span>
            Password strength: <strong className="text-ink">{LABELS[strength.score]}</strong>
            {strength.advice && <span className="block">{strength.advice}</span>}
          </span>
        )}
      </p>
    </div>
  );
}

/** Lazy-loads the estimator. Returns `null` until it is loaded, and if it fails to load: the form works without it. */
function useEstimate(): typeof estimateStrength | null {
  const [estimate, setEstimate] = useState<typeof estimateStrength | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('./estimate-strength.ts').then(
      (loaded) => {
        if (!isUnmounted) setEstimate(() => loaded.estimateStrength);
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return estimate;
}

/** The values of the password form. */
interface PasswordDraft {
  current: string;
  next: string;
  confirm: string;
}

const EMPTY_DRAFT: PasswordDraft = { current: '', next: '', confirm: '' };

/** Returns the message of the first violated rule with its field errors, or `null`. */
function validateDraft(draft: PasswordDraft): { text: string; fieldErrors: FieldErrors } | null {
  const blank = Object.entries(draft).filter(([, value]) => value === '');
  if (blank.length > 0) {
    const fieldErrors = Object.fromEntries(blank.map(([name]) => [name, ['This field may not be blank.']]));
    return { text: 'Please fill in all fields', fieldErrors };
  }
  if (draft.next !== draft.confirm) {
    const text = 'New passwords do not match';
    return { text, fieldErrors: { confirm: [text] } };
  }
  if (draft.next.length < NEW_PASSWORD_MIN_LENGTH) {
    const text = `Password must be at least ${NEW_PASSWORD_MIN_LENGTH} characters long`;
    return { text, fieldErrors: { next: [text] } };
  }
  return null;
}

/** Maps the server's field errors to the form's fields. */
function toDraftErrors({ current_password, new_password }: FieldErrors): FieldErrors {
  return {
    ...(current_password ? { current: current_password } : {}),
    ...(new_password ? { next: new_password } : {}),
  };
}
