import { NEW_PASSWORD_MIN_LENGTH } from '#contract/accounts/passwords.ts';
import type { FieldErrors } from '#contract/field-errors.ts';

/** What is typed into the form for a new password. */
export interface PasswordDraft {
  current: string;
  next: string;
  confirm: string;
}

export const EMPTY_DRAFT: PasswordDraft = { current: '', next: '', confirm: '' };

/** The first rule that is broken (spec §5), with the fields at which to say so; `null` for none. */
export function validateDraft(draft: PasswordDraft): { text: string; fieldErrors: FieldErrors } | null {
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

/** The server's messages, at the fields of the form. */
export function toDraftErrors({ current_password, new_password }: FieldErrors): FieldErrors {
  return {
    ...(current_password ? { current: current_password } : {}),
    ...(new_password ? { next: new_password } : {}),
  };
}
