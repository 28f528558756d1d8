import { NEW_PASSWORD_MIN_LENGTH } from '#contract/accounts/passwords.ts';
import type { FieldErrors } from '#contract/field-errors.ts';

/** The values of the password form. */
export interface PasswordDraft {
  current: string;
  next: string;
  confirm: string;
}

export const EMPTY_DRAFT: PasswordDraft = { current: '', next: '', confirm: '' };

/** Returns the message of the first violated rule with its field errors, or `null`. */
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

/** Maps the server's field errors to the form's fields. */
export function toDraftErrors({ current_password, new_password }: FieldErrors): FieldErrors {
  return {
    ...(current_password ? { current: current_password } : {}),
    ...(new_password ? { next: new_password } : {}),
  };
}
