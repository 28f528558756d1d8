import { requestPasswordReset } from '#contract/accounts/passwords.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { getRateLimitMessage } from '#web/api/error-message.ts';
import { findBlankFields, pickText, type RejectedForm, rejectForm } from '#web/session/sign-in-outcome.ts';

/** The outcome of a link request. `requested` does not reveal whether the account exists. */
export type LinkOutcome = { kind: 'requested'; email: string; message: string } | RejectedForm;

/** Requests a password reset email for the form's `email`. */
export async function submitForgotPassword(form: FormData, send: Send): Promise<LinkOutcome> {
  const typed = pickText(form, ['email']);
  const blank = findBlankFields(form, ['email']);
  if (blank) return rejectForm('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  const email = typed.email?.trim() ?? '';
  try {
    const { message } = await callEndpoint(requestPasswordReset, { body: { email } }, send);
    return { kind: 'requested', email, message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fieldErrors = getMessagesByField(error.body);
    const message = getRateLimitMessage(error) ?? getFirstMessage(error.body, 'detail') ?? null;
    const hasFieldError = fieldErrors.email !== undefined;
    return rejectForm('Link not sent', (hasFieldError ? fieldErrors.email?.[0] : message) ?? NO_RESPONSE, {
      message: hasFieldError ? null : (message ?? NO_RESPONSE),
      fieldErrors,
      typed,
    });
  }
}

const NO_RESPONSE = 'The server did not respond. Please try again.';
