import { HttpError } from '#server/platform/http-error.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

export const WRONG_CODE =
  "That code is not right, or was used already. Enter your app's newest code, or a recovery code.";

/** The password is right; the sign-in page reacts to the code by asking for the second factor. */
export const secondFactorRequired = () =>
  new HttpError({
    status: 401,
    code: 'second_factor_required',
    body: { detail: 'Enter the code of your authenticator app.', code: 'second_factor_required' },
    headers: CHALLENGE,
  });

export const wrongSignInCode = () =>
  new HttpError({
    status: 401,
    code: 'second_factor_wrong',
    body: { detail: WRONG_CODE, code: 'second_factor_wrong' },
    headers: CHALLENGE,
  });

/** By somebody who is signed in: 401 would tell the browser that the sign-in is over. */
export const wrongPassword = () =>
  new HttpError({
    status: 400,
    code: 'wrong_password',
    body: { password: ['That password is not right.'] },
  });

export const wrongCode = () =>
  new HttpError({ status: 400, code: 'second_factor_wrong', body: { code: [WRONG_CODE] } });

export const wrongFirstCode = () =>
  new HttpError({
    status: 400,
    code: 'second_factor_wrong',
    body: {
      code: ["That code is not right. Enter the app's newest code; your phone must show the right time."],
    },
  });

export const secondFactorAlreadyEnabled = () =>
  new HttpError({
    status: 400,
    code: 'second_factor_set',
    body: { detail: 'A second factor is set up already. Remove it first.' },
  });

export const secondFactorNotEnabled = () =>
  new HttpError({
    status: 400,
    code: 'second_factor_not_set',
    body: { detail: 'No second factor is set up.' },
  });

export const setupNotStarted = () =>
  new HttpError({
    status: 400,
    code: 'second_factor_not_begun',
    body: { detail: 'There is no set-up to confirm. Begin it again.' },
  });

export const secondFactorNotRemovable = () =>
  new HttpError({
    status: 403,
    code: 'second_factor_must_stay',
    body: {
      detail:
        'A second factor is required here and cannot be removed. To use another phone, have the operator reset it.',
    },
  });
