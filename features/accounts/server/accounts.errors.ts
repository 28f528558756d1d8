import { badRequest, HttpError, unauthorized } from '#core/server/platform/http-error.ts';

// Messages and codes are part of the wire format; the browser's token refresh reacts to `token_not_valid`.

/** The error does not tell a missing account from a wrong password. */
export const invalidCredentials = () =>
  unauthorized('wrong_credentials', { detail: 'No active account found with the given credentials' });

export const emailTaken = (cause: unknown) =>
  badRequest('email_taken', { email: ['user with this email already exists.'] }, cause);

/** The error does not tell whether the token is invalid, used or expired. */
export const invalidEmailLink = () =>
  badRequest('mailed_link_ended', { token: ['This link is no longer valid. Please request a new one.'] });

export const usedEmailLink = () =>
  badRequest('mailed_link_used', {
    detail: 'This link has already been used. Your email address is verified.',
    code: 'mailed_link_used',
  });

const REFRESH_ERRORS = {
  invalid: 'Token is invalid',
  expired: 'Token is expired',
  revoked: 'Token is blacklisted',
  reused: 'Token is blacklisted',
} as const;

export const invalidRefreshToken = (reason: keyof typeof REFRESH_ERRORS) =>
  unauthorized(`refresh_token_${reason}`, { detail: REFRESH_ERRORS[reason], code: 'token_not_valid' });

const WRONG_CURRENT_PASSWORD = 'Current password is incorrect';

/** The wire format reports it as `error`. */
export const wrongCurrentPassword = () =>
  badRequest('wrong_current_password', { error: WRONG_CURRENT_PASSWORD });

export const wrongCurrentPasswordField = () =>
  badRequest('wrong_current_password', { current_password: [WRONG_CURRENT_PASSWORD] });

/** A sensitive action without the password, or without a sign-in with Google if the account has no password. */
export const confirmationMissing = (field: 'current_password' | 'access_token') =>
  badRequest('confirmation_missing', { [field]: ['This field is required.'] });

export const googleConfirmationFailed = () =>
  badRequest('google_confirmation_failed', {
    error: 'Google did not confirm that this is your account. Please try again.',
  });

/** The customer has read an older version, on a page that was open during an upgrade. */
export const riskStatementChanged = () =>
  new HttpError({
    status: 409,
    code: 'risk_statement_changed',
    body: {
      detail: 'The risk statement has changed. Reload the page to read it.',
      code: 'risk_statement_changed',
    },
  });

/** The account was deleted while the request was in progress. */
export const accountNotFound = () =>
  unauthorized('account_gone', { detail: 'User not found', code: 'user_not_found' });
