import { register, SIGN_UP_PASSWORD_MIN_LENGTH } from '#contract/accounts/sign-in.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import type { FieldErrors } from '#contract/field-errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';
import { findBlankFields, pickText, rejectForm, type SignInOutcome } from '#web/session/sign-in-outcome.ts';

/** Signs up with the form's `name`, `email`, `password` and `confirm_password`. */
export async function submitSignUp(form: FormData, send: Send): Promise<SignInOutcome> {
  const typed = pickText(form, ['name', 'email']);
  const invalid = validateForm(form);
  if (invalid) return rejectForm('Error', invalid.text, { fieldErrors: invalid.fieldErrors, typed });

  const password = String(form.get('password'));
  const body = { ...splitName(typed.name ?? ''), email: typed.email ?? '', password };
  try {
    return { kind: 'signed-in', ...(await callEndpoint(register, { body }, send)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      const message = 'An error occurred during sign up';
      return rejectForm('Error', message, { message, typed });
    }
    const wait = getRateLimitMessage(error);
    return rejectForm('Sign up failed', wait ?? 'Please try again', {
      message:
        wait ??
        getFirstMessage(error.body, 'detail') ??
        getFirstMessage(error.body, 'email') ??
        getFirstMessage(error.body, 'password') ??
        'Registration failed',
      fieldErrors: mergeNameErrors(getMessagesByField(error.body)),
      typed,
    });
  }
}

/** Returns the first violated rule, in the order of docs/product.md, or `null`. */
function validateForm(form: FormData): { text: string; fieldErrors: FieldErrors } | null {
  const blank = findBlankFields(form, ['name', 'email', 'password', 'confirm_password']);
  if (blank) return { text: 'Please fill in all fields', fieldErrors: blank };
  const password = String(form.get('password'));
  if (password !== form.get('confirm_password')) {
    const text = 'Passwords do not match';
    return { text, fieldErrors: { confirm_password: [text] } };
  }
  if (password.length < SIGN_UP_PASSWORD_MIN_LENGTH) {
    const text = `Password must be at least ${SIGN_UP_PASSWORD_MIN_LENGTH} characters long`;
    return { text, fieldErrors: { password: [text] } };
  }
  return null;
}

/** Splits a name at the first space. A single word becomes both first and last name. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') || first };
}

/** Maps the server's errors for first and last name to the form's single name field. */
function mergeNameErrors({ first_name, last_name, ...rest }: FieldErrors): FieldErrors {
  const name = first_name ?? last_name;
  return name ? { ...rest, name } : rest;
}
