import { confirmPasswordReset, NEW_PASSWORD_MIN_LENGTH } from '#contract/accounts/passwords.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';
import { findBlankFields, type RejectedForm, rejectForm } from '#web/session/sign-in-outcome.ts';

/** The outcome of a password reset. `expired`: the link no longer works. */
export type ResetOutcome =
  | { kind: 'changed'; message: string }
  | { kind: 'expired'; message: string }
  | RejectedForm;

/** Sets the password from the form's `token`, `new_password` and `confirm_password`. */
export async function submitResetPassword(form: FormData, send: Send): Promise<ResetOutcome> {
  const invalid = validateForm(form);
  if (invalid) return rejectForm('Error', invalid.text, { fieldErrors: invalid.fieldErrors });
  const body = { token: String(form.get('token')), new_password: String(form.get('new_password')) };
  try {
    const { message } = await callEndpoint(confirmPasswordReset, { body }, send);
    return { kind: 'changed', message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { token, ...fieldErrors } = getMessagesByField(error.body);
    if (error.status === 400 && token?.[0]) return { kind: 'expired', message: token[0] };
    const fieldMessage = fieldErrors.new_password?.[0];
    const message = getRateLimitMessage(error) ?? getFirstMessage(error.body, 'detail') ?? NO_RESPONSE;
    return rejectForm('Password not changed', fieldMessage ?? message, {
      message: fieldMessage ? null : message,
      fieldErrors,
    });
  }
}

function validateForm(form: FormData): { text: string; fieldErrors: FieldErrors } | null {
  const blank = findBlankFields(form, ['new_password', 'confirm_password']);
  if (blank) return { text: 'Please fill in all fields', fieldErrors: blank };
  const password = String(form.get('new_password'));
  if (password !== form.get('confirm_password')) {
    const text = 'New passwords do not match';
    return { text, fieldErrors: { confirm_password: [text] } };
  }
  if (password.length < NEW_PASSWORD_MIN_LENGTH) {
    const text = `Password must be at least ${NEW_PASSWORD_MIN_LENGTH} characters long`;
    return { text, fieldErrors: { new_password: [text] } };
  }
  return null;
}

const NO_RESPONSE = 'The server did not respond. Please try again.';
