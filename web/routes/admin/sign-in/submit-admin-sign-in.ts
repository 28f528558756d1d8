import { adminSignIn } from '#contract/admin/sign-in.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';
import { findBlankFields, refused, type SignInOutcome, pickText } from '#web/session/sign-in-outcome.ts';

export type AdminSignInOutcome = SignInOutcome | CodeAsked;

/** The password is right, and this administrator has a second factor. */
export interface CodeAsked {
  kind: 'code-asked';
  /** Not when the page was made anew: passwords are not sent back. */
  isPasswordKept: boolean;
  typed: Record<string, string>;
}

/** Signs an administrator in with what the form holds (`username`, `password`, and `code` once it was asked for). */
export async function submitAdminSignIn(form: FormData, send: Send): Promise<AdminSignInOutcome> {
  const typed = pickText(form, ['username']);
  const blank = findBlankFields(form, ['username', 'password']);
  if (blank) return refused('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
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
      return refused('Error', message, { message, typed });
    }
    const aboutCode = codeOutcome(error, form.has('code'), typed);
    if (aboutCode) return aboutCode;
    const description = whenToTryAgain(error) ?? 'Invalid admin credentials';
    return refused('Access denied', description, {
      message: description,
      fieldErrors: getMessagesByField(error.body),
      typed,
    });
  }
}

/** What comes of an answer about the code; `null` for any other. */
function codeOutcome(
  { body }: ApiError,
  isFieldShown: boolean,
  typed: Record<string, string>,
): AdminSignInOutcome | null {
  const detail = getFirstMessage(body, 'detail') ?? '';
  switch (getFirstMessage(body, 'code')) {
    case 'second_factor_required':
      if (!isFieldShown) return { kind: 'code-asked', isPasswordKept: true, typed };
      return refused('Error', 'Please fill in all fields', { fieldErrors: { code: [detail] }, typed });
    case 'second_factor_wrong':
      return refused('Access denied', detail, { fieldErrors: { code: [detail] }, typed });
    default:
      return null;
  }
}
