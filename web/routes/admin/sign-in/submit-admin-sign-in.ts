import { adminSignIn } from '#contract/admin/sign-in.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';
import { findBlankFields, pickText, rejectForm, type SignInOutcome } from '#web/session/sign-in-outcome.ts';

export type AdminSignInOutcome = SignInOutcome | CodeRequired;

/** The password is correct, and the administrator has a second factor. */
export interface CodeRequired {
  kind: 'code-required';
  /** False after a server-rendered submission: the server does not send passwords back. */
  hasPassword: boolean;
  typed: Record<string, string>;
}

/** Signs an administrator in with the form's `username`, `password` and, if shown, `code`. */
export async function submitAdminSignIn(form: FormData, send: Send): Promise<AdminSignInOutcome> {
  const typed = pickText(form, ['username']);
  const blank = findBlankFields(form, ['username', 'password']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  try {
    const code = String(form.get('code') ?? '').trim();
    const body = {
      username: typed.username ?? '',
      password: String(form.get('password')),
      ...(code ? { code } : {}),
    };
    return { kind: 'signed-in', ...(await callEndpoint(adminSignIn, { body }, send)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0 || error.status >= 500) {
      const message = 'An error occurred during login';
      return rejectForm('Error', message, { message, typed });
    }
    const codeOutcome = toCodeOutcome(error, form.has('code'), typed);
    if (codeOutcome) return codeOutcome;
    const description = getRateLimitMessage(error) ?? 'Invalid admin credentials';
    return rejectForm('Access denied', description, {
      message: description,
      fieldErrors: getMessagesByField(error.body),
      typed,
    });
  }
}

/** Returns the outcome of a response about the code, or `null` for any other response. */
function toCodeOutcome(
  { body }: ApiError,
  isFieldShown: boolean,
  typed: Record<string, string>,
): AdminSignInOutcome | null {
  const detail = getFirstMessage(body, 'detail') ?? '';
  switch (getFirstMessage(body, 'code')) {
    case 'second_factor_required':
      if (!isFieldShown) return { kind: 'code-required', hasPassword: true, typed };
      return rejectForm('Error', 'Please fill in all fields', { fieldErrors: { code: [detail] }, typed });
    case 'second_factor_wrong':
      return rejectForm('Access denied', detail, { fieldErrors: { code: [detail] }, typed });
    default:
      return null;
  }
}
