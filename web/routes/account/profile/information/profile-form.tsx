import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Profile } from '#contract/accounts/profile.ts';
import { getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { PROFILE_FAILURE, useProfile } from '#web/routes/account/account-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { findBlankFields, type ProfileDraft, toDraft } from './profile-draft.ts';
import { ProfileFields } from './profile-fields.tsx';
import { useProfileChange } from './use-profile-change.ts';

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
      notify.error(UPDATE_FAILURE, getErrorMessage(error, UPDATE_FAILURE));
      if (error instanceof ApiError && error.status === 400) showErrors(getMessagesByField(error.body));
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
    const blank = findBlankFields(draft);
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

  const hasFieldError = Object.keys(errors).some((name) => name in toDraft(profile));
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-5">
      {saving.error && !hasFieldError && (
        <Notice tone="danger" role="alert">
          {getErrorMessage(saving.error, UPDATE_FAILURE)}
        </Notice>
      )}
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
