import { adminSignIn } from '#contract/admin.ts';
import { firstMessage, messagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { blankFields, refused, type SignInOutcome, typedText } from '#web/session/sign-in-outcome.ts';

/** Signs an administrator in with what the form holds (`username`, `password`). */
export async function submitAdminSignIn(form: FormData, send: Send): Promise<SignInOutcome> {
  const typed = typedText(form, ['username']);
  const blank = blankFields(form, ['username', 'password']);
  if (blank) return refused('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  try {
    const body = { username: typed.username ?? '', password: String(form.get('password')) };
    return { kind: 'signed-in', ...(await callEndpoint(adminSignIn, { body }, send)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      const message = 'An error occurred during login';
      return refused('Error', message, { message, typed });
    }
    const detail = firstMessage(error.body, 'detail');
    const description = error.status === 429 && detail ? detail : 'Invalid admin credentials';
    return refused('Access denied', description, {
      message: description,
      fieldErrors: messagesByField(error.body),
      typed,
    });
  }
}
