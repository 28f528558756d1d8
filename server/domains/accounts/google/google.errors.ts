import { HttpError } from '#server/platform/http-error.ts';

const createRejection = (code: string, error: string) =>
  new HttpError({ status: 400, code, body: { error } });

export const invalidTicket = () =>
  createRejection('google_ticket_rejected', 'This sign-in with Google has expired. Please try again.');

export const googleSignInRejected = (reason: 'unverified' | 'has_account') =>
  reason === 'unverified'
    ? createRejection(
        'google_email_unverified',
        'Google has not verified the email address of this account. Please verify it at Google, or sign in with your password.',
      )
    : createRejection(
        'google_not_linked',
        'An account with this email already exists. Please sign in with your password.',
      );

export const googleUnreachable = (cause: unknown) =>
  new HttpError({
    status: 502,
    code: 'google_unreachable',
    body: { detail: 'Google cannot be reached right now. Please try again.' },
    cause,
  });
