import { signIn } from '#contract/accounts/sign-in.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';
import { findBlankFields, pickText, rejectForm, type SignInOutcome } from '#web/session/sign-in-outcome.ts';

/** Signs in with the form's `email` and `password`. */
export async function submitSignIn(form: FormData, send: Send): Promise<SignInOutcome> {
  const typed = pickText(form, ['email']);
  const blank = findBlankFields(form, ['email', 'password']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  try {
    const body = { email: String(form.get('email')), password: String(form.get('password')) };
    return { kind: 'signed-in', ...(await callEndpoint(signIn, { body }, send)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      const message = 'An error occurred during sign in';
      return rejectForm('Error', message, { message, typed });
    }
    const wait = getRateLimitMessage(error);
    return rejectForm('Sign in failed', wait ?? 'Invalid email or password. Please try again.', {
      message:
        wait ??
        getFirstMessage(error.body, 'detail') ??
        getFirstMessage(error.body, 'non_field_errors') ??
        'Login failed',
      fieldErrors: getMessagesByField(error.body),
      typed,
    });
  }
}
