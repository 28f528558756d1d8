import type { ChangeEvent } from 'react';
import { NAME_MAX_LENGTH, PHONE_MAX_LENGTH } from '#contract/accounts/profile.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { Badge } from '#web/ui/badge.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import type { ProfileDraft } from './profile-draft.ts';

interface ProfileFieldsProps {
  values: ProfileDraft;
  email: string;
  isVerified: boolean;
  isReadOnly: boolean;
  errors: FieldErrors;
  onChange: (name: keyof ProfileDraft, value: string) => void;
}

export function ProfileFields({
  values,
  email,
  isVerified,
  isReadOnly,
  errors,
  onChange,
}: ProfileFieldsProps) {
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
