import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { renameUser } from '#core/web/session/session.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { CheckIcon } from '#core/web/ui/icons.tsx';
import {
  editProfile,
  NAME_MAX_LENGTH,
  PHONE_MAX_LENGTH,
  type Profile,
} from '#features/accounts/contract/profile.ts';
import {
  PROFILE_FAILURE,
  useAccountKey,
  useProfile,
} from '#features/accounts/web/public/account/account-queries.ts';

const UPDATE_FAILURE = 'Failed to update profile';

/** The profile form, read-only until 'Edit Profile'. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [draft, setDraft] = useState<ProfileDraft | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const { refetch } = useProfile();
  const saving = useProfileChange({
    onSaved: () => {
      notify.success('Profile updated successfully');
      show(null, 'edit');
    },
    onFailed: (error) => {
      // Others are above the form.
      if (!(error instanceof ApiError) || error.status !== 400) return;
      notify.error(UPDATE_FAILURE, getErrorMessage(error, UPDATE_FAILURE));
      showErrors(getMessagesByField(error.body));
    },
  });

  // The pressed button is removed, so the focus moves to its replacement.
  const show = (next: ProfileDraft | null, focused: string) => {
    flushSync(() => {
      setDraft(next);
      setErrors({});
      saving.reset();
    });
    form.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  };

  const cancel = async () => {
    show(null, 'edit');
    const { error } = await refetch();
    if (error) notify.error('Failed to load profile data', getErrorMessage(error, PROFILE_FAILURE));
  };

  const showErrors = (found: FieldErrors) => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || saving.isPending) return;
    const blank = findBlank(draft);
    if (Object.keys(blank).length > 0) {
      showErrors(blank);
      return notify.error('Error', 'Please fill in all fields');
    }
    setErrors({});
    saving.mutate(draft);
  };

  const change = (name: keyof ProfileDraft, value: string) => {
    if (draft === null) return;
    setDraft({ ...draft, [name]: value });
    const { [name]: _, ...others } = errors;
    setErrors(others);
    saving.reset();
  };

  const isRejected = saving.error instanceof ApiError && saving.error.status === 400;
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-5">
      <Notice tone="danger" role="alert">
        {saving.error && !isRejected && getErrorMessage(saving.error, UPDATE_FAILURE)}
      </Notice>
      <ProfileFields
        values={draft ?? toDraft(profile)}
        email={profile.email}
        isVerified={profile.email_verified}
        isReadOnly={draft === null || saving.isPending}
        errors={errors}
        onChange={change}
      />
      {draft === null ? (
        <div key="read" className="flex">
          <Button name="edit" variant="secondary" onClick={() => show(toDraft(profile), 'first_name')}>
            Edit Profile
          </Button>
        </div>
      ) : (
        <div key="edit" className="flex flex-wrap gap-2">
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? 'Saving…' : 'Save Changes'}
          </Button>
          <Button variant="secondary" disabled={saving.isPending} onClick={() => void cancel()}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  );
}

interface ProfileFieldsProps {
  values: ProfileDraft;
  email: string;
  isVerified: boolean;
  isReadOnly: boolean;
  errors: FieldErrors;
  onChange: (name: keyof ProfileDraft, value: string) => void;
}

function ProfileFields({ values, email, isVerified, isReadOnly, errors, onChange }: ProfileFieldsProps) {
  const getFieldProps = (name: keyof ProfileDraft) => ({
    name,
    value: values[name],
    readOnly: isReadOnly,
    error: errors[name]?.[0],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value),
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          {...getFieldProps('first_name')}
          label="First Name"
          autoComplete="given-name"
          required
          maxLength={NAME_MAX_LENGTH}
        />
        <TextField
          {...getFieldProps('last_name')}
          label="Last Name"
          autoComplete="family-name"
          required
          maxLength={NAME_MAX_LENGTH}
        />
      </div>
      <TextField
        label="Email Address"
        type="email"
        value={email}
        readOnly
        hint={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {isVerified && (
              <Badge variant="active">
                <CheckIcon className="size-3" />
                Verified
              </Badge>
            )}
            <span>Email address cannot be changed for security reasons</span>
          </span>
        }
      />
      <TextField
        {...getFieldProps('phone')}
        label="Phone Number (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={PHONE_MAX_LENGTH}
        placeholder={isReadOnly ? 'None' : undefined}
        hint={
          isReadOnly
            ? undefined
            : 'For example 0300 1234567. Outside Pakistan, include the country code (+44 …).'
        }
      />
    </>
  );
}

interface Outcomes {
  onSaved: () => void;
  onFailed: (error: Error) => void;
}

/** Saves the profile, and applies the response to this page, the account menu and other tabs. */
function useProfileChange({ onSaved, onFailed }: Outcomes) {
  const queries = useQueryClient();
  const queryKey = useAccountKey('profile');
  return useMutation({
    mutationFn: (draft: ProfileDraft) => api(editProfile, { body: draft }),
    onSuccess: async (saved) => {
      // A response from before the change must not overwrite it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, saved);
      renameUser(saved);
      onSaved();
    },
    onError: onFailed,
  });
}

/** The values of the profile form. */
interface ProfileDraft {
  first_name: string;
  last_name: string;
  phone: string;
}

const toDraft = ({ first_name, last_name, phone }: Profile): ProfileDraft => ({
  first_name,
  last_name,
  phone: phone ?? '',
});

/** Returns an error for each blank required field. */
function findBlank({ first_name, last_name }: ProfileDraft): FieldErrors {
  const blank = Object.entries({ first_name, last_name }).filter(([, value]) => value.trim() === '');
  return Object.fromEntries(blank.map(([name]) => [name, ['This field may not be blank.']]));
}
