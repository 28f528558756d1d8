import { requestPasswordReset } from '#contract/accounts/passwords.ts';
import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError, callEndpoint, type Send } from '#web/api/call.ts';
import { whenToTryAgain } from '#web/api/when-to-try-again.ts';
import { findBlankFields, type RejectedForm, refused, pickText } from '#web/session/sign-in-outcome.ts';

/** How asking for a link ended. `asked` says nothing of whether there is such an account. */
export type LinkOutcome = { kind: 'asked'; email: string; message: string } | RejectedForm;

/** Asks for a mail with a link to the address that the form holds (`email`). */
export async function submitForgotPassword(form: FormData, send: Send): Promise<LinkOutcome> {
  const typed = pickText(form, ['email']);
  const blank = findBlankFields(form, ['email']);
  if (blank) return refused('Error', 'Please fill in all fields', { fieldErrors: blank, typed });
  const email = typed.email?.trim() ?? '';
  try {
    const { message } = await callEndpoint(requestPasswordReset, { body: { email } }, send);
    return { kind: 'asked', email, message };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fieldErrors = getMessagesByField(error.body);
    const message = whenToTryAgain(error) ?? getFirstMessage(error.body, 'detail') ?? null;
    const isFieldAtFault = fieldErrors.email !== undefined;
    return refused('Link not sent', (isFieldAtFault ? fieldErrors.email?.[0] : message) ?? NO_ANSWER, {
      message: isFieldAtFault ? null : (message ?? NO_ANSWER),
      fieldErrors,
      typed,
    });
  }
}

const NO_ANSWER = 'The server did not answer. Please try again.';
