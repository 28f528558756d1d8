import { badRequest, HttpError } from '#core/server/platform/http-error.ts';

export const invalidTicket = () =>
  badRequest('google_ticket_rejected', { error: 'This sign-in with Google has expired. Please try again.' });

export const googleSignInRejected = (reason: 'unverified' | 'has_account') =>
  reason === 'unverified'
    ? badRequest('google_email_unverified', {
        error:
          'Google has not verified the email address of this account. Please verify it at Google, or sign in with your password.',
      })
    : badRequest('google_not_linked', {
        error: 'An account with this email already exists. Please sign in with your password.',
      });

export const googleUnreachable = (cause: unknown) =>
  new HttpError({
    status: 502,
    code: 'google_unreachable',
    body: { detail: 'Google cannot be reached right now. Please try again.' },
    cause,
  });
