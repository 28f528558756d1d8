import { badRequest, HttpError, unauthorized } from '#core/server/platform/http-error.ts';

const WRONG_CODE =
  'That code is incorrect or has already been used. Enter the newest code from your app, or a recovery code.';

/** The password is correct. The sign-in page reacts to this code by asking for the second factor. */
export const secondFactorRequired = () =>
  unauthorized('second_factor_required', {
    detail: 'Enter the code of your authenticator app.',
    code: 'second_factor_required',
  });

export const wrongSignInCode = () =>
  unauthorized('second_factor_wrong', { detail: WRONG_CODE, code: 'second_factor_wrong' });

/** Status 400, because 401 would make the browser end the session. */
export const wrongPassword = () =>
  badRequest('wrong_password', { password: ['That password is incorrect.'] });

export const wrongCode = () => badRequest('second_factor_wrong', { code: [WRONG_CODE] });

export const wrongFirstCode = () =>
  badRequest('second_factor_wrong', {
    code: [
      'That code is incorrect. Enter the newest code from your app, and check that the time on your phone is correct.',
    ],
  });

export const secondFactorAlreadyEnabled = () =>
  badRequest('second_factor_set', { detail: 'A second factor is already set up. Remove it first.' });

export const secondFactorNotEnabled = () =>
  badRequest('second_factor_not_set', { detail: 'No second factor is set up.' });

export const setupNotStarted = () =>
  badRequest('second_factor_not_begun', { detail: 'There is no setup to confirm. Start again.' });

export const secondFactorNotRemovable = () =>
  new HttpError({
    status: 403,
    code: 'second_factor_must_stay',
    body: {
      detail:
        'A second factor is required and cannot be removed. To use another phone, ask the operator to reset it.',
    },
  });
