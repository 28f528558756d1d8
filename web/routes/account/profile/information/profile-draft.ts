import type { Profile } from '#contract/accounts/profile.ts';
import type { FieldErrors } from '#contract/field-errors.ts';

/** The values of the profile form. */
export interface ProfileDraft {
  first_name: string;
  last_name: string;
  phone: string;
}

export const toDraft = ({ first_name, last_name, phone }: Profile): ProfileDraft => ({
  first_name,
  last_name,
  phone: phone ?? '',
});

/** Returns an error for each blank required field. */
export function findBlankFields({ first_name, last_name }: ProfileDraft): FieldErrors {
  const blank = Object.entries({ first_name, last_name }).filter(([, value]) => value.trim() === '');
  return Object.fromEntries(blank.map(([name]) => [name, ['This field may not be blank.']]));
}
