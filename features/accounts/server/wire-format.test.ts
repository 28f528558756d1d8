import { beforeAll, describe, expect, it } from 'vitest';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

/** The responses that clients of the wire format rely on, by endpoint: valid, invalid, not allowed. */
interface Row {
  when: string;
  url: string;
  body?: unknown;
  method?: 'GET' | 'PATCH' | 'PUT' | 'DELETE';
  as?: 'customer' | 'administrator' | 'invalid token';
  status: number;
  response: unknown;
}

const accounts = {} as Record<'customer' | 'administrator', { access: string; refresh: string }>;
const EMAIL = 'wire.format@example.com';
const PASSWORD = 'correct horse';
const NAMES = { first_name: 'Ayesha', last_name: 'Khan' };
const USER = { email: EMAIL, ...NAMES, id: EMAIL, google_id: null };
const SIGNED_IN = { access: expect.any(String), refresh: expect.any(String) };
const WRONG = { detail: 'No active account found with the given credentials' };
const REQUIRED = ['This field is required.'];
const BLANK = ['This field may not be blank.'];
const NO_TOKEN = { detail: 'Authentication credentials were not provided.' };
const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' };

beforeAll(async () => {
  accounts.customer = await signUpCustomer(test, { email: EMAIL, password: PASSWORD });
  accounts.administrator = await signInAdministrator(test);
});

const LOGIN = '/customers/auth/login/';
const REGISTER = '/customers/auth/register/';
const REFRESH = '/customers/auth/token/refresh/';
const PROFILE = '/customers/profile/';
const PASSWORD_CHANGE = '/customers/update-password/';
const RESET = '/customers/auth/password-reset/';

const ROWS: Record<string, Row[]> = {
  'signing in': [
    {
      when: 'the email and password are correct',
      url: LOGIN,
      body: { email: EMAIL, password: PASSWORD },
      status: 200,
      response: { user: USER, tokens: SIGNED_IN },
    },
    {
      when: 'a field is missing and another blank',
      url: LOGIN,
      body: { password: '' },
      status: 400,
      response: { email: REQUIRED, password: BLANK },
    },
    {
      when: 'the email is invalid',
      url: LOGIN,
      body: { email: 'not an address', password: 'x' },
      status: 400,
      response: { email: ['Enter a valid email address.'] },
    },
    {
      when: 'the password is wrong',
      url: LOGIN,
      body: { email: EMAIL, password: 'not this one' },
      status: 401,
      response: WRONG,
    },
    {
      when: 'no account has the email',
      url: LOGIN,
      body: { email: 'unregistered@example.com', password: 'not this one' },
      status: 401,
      response: WRONG,
    },
    {
      when: 'the body is not an object',
      url: LOGIN,
      body: [1],
      status: 400,
      response: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
    },
  ],
  registration: [
    {
      when: 'every field is given',
      url: REGISTER,
      body: { ...NAMES, email: 'new.wire@example.com', password: 'sixsix' },
      status: 201,
      response: {
        user: { ...USER, email: 'new.wire@example.com', id: 'new.wire@example.com' },
        tokens: SIGNED_IN,
      },
    },
    {
      when: 'the email has an account',
      url: REGISTER,
      body: { ...NAMES, email: EMAIL, password: 'sixsix' },
      status: 400,
      response: { email: ['user with this email already exists.'] },
    },
    {
      when: 'the password is short',
      url: REGISTER,
      body: { ...NAMES, email: 'short@example.com', password: 'five5' },
      status: 400,
      response: { password: ['Ensure this field has at least 6 characters.'] },
    },
    {
      when: 'the password is among the most common',
      url: REGISTER,
      body: { ...NAMES, email: 'common@example.com', password: 'password' },
      status: 400,
      response: { password: ['This password is too common.'] },
    },
    {
      when: 'the password is made of names and words about the market',
      url: REGISTER,
      body: { ...NAMES, email: 'context@example.com', password: `${NAMES.last_name}-psx-2026` },
      status: 400,
      response: {
        password: [
          'This password only contains your name, your email or words about this site. Add a few unrelated words.',
        ],
      },
    },
    {
      when: 'no field is given',
      url: REGISTER,
      body: {},
      status: 400,
      response: { first_name: REQUIRED, last_name: REQUIRED, email: REQUIRED, password: REQUIRED },
    },
  ],
  'signing out': [
    {
      when: 'the token was never issued',
      url: '/customers/auth/logout/',
      body: { refresh_token: 'x' },
      status: 200,
      response: {},
    },
    {
      when: 'no token is given',
      url: '/customers/auth/logout/',
      body: {},
      status: 400,
      response: { refresh_token: REQUIRED },
    },
  ],
  'refreshing tokens': [
    {
      when: 'the token was never issued',
      url: REFRESH,
      body: { refresh: 'forged' },
      status: 401,
      response: { detail: 'Token is invalid', code: 'token_not_valid' },
    },
    { when: 'no token is given', url: REFRESH, body: {}, status: 400, response: { refresh: REQUIRED } },
  ],
  'the profile': [
    {
      when: 'the customer reads it',
      url: PROFILE,
      method: 'GET',
      as: 'customer',
      status: 200,
      response: expect.objectContaining({ ...NAMES, email: EMAIL, phone: null }),
    },
    { when: 'a visitor reads it', url: PROFILE, method: 'GET', status: 401, response: NO_TOKEN },
    {
      when: 'the token is invalid',
      url: PROFILE,
      method: 'GET',
      as: 'invalid token',
      status: 401,
      response: {
        detail: 'Given token not valid for any token type',
        code: 'token_not_valid',
        messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid' }],
      },
    },
    {
      when: 'an administrator reads it',
      url: PROFILE,
      method: 'GET',
      as: 'administrator',
      status: 403,
      response: NO_PERMISSION,
    },
    {
      when: 'the method is not supported',
      url: PROFILE,
      method: 'PUT',
      body: {},
      as: 'customer',
      status: 405,
      response: { detail: 'Method "PUT" not allowed.' },
    },
    {
      when: 'a name is blank',
      url: PROFILE,
      method: 'PATCH',
      body: { first_name: '' },
      as: 'customer',
      status: 400,
      response: { first_name: BLANK },
    },
    { when: 'a visitor edits it', url: PROFILE, method: 'PATCH', body: {}, status: 401, response: NO_TOKEN },
  ],
  'changing the password': [
    {
      when: 'the current password is wrong',
      url: PASSWORD_CHANGE,
      body: { current_password: 'not this one', new_password: 'eight888' },
      as: 'customer',
      status: 400,
      response: { error: 'Current password is incorrect' },
    },
    {
      when: 'the new password is short',
      url: PASSWORD_CHANGE,
      body: { current_password: PASSWORD, new_password: 'seven77' },
      as: 'customer',
      status: 400,
      response: { new_password: ['Ensure this field has at least 8 characters.'] },
    },
    { when: 'the caller is a visitor', url: PASSWORD_CHANGE, body: {}, status: 401, response: NO_TOKEN },
    {
      when: 'the caller is an administrator',
      url: PASSWORD_CHANGE,
      body: {},
      as: 'administrator',
      status: 403,
      response: NO_PERMISSION,
    },
    {
      // The customer's last row, because it ends the session.
      when: 'every field is valid',
      url: PASSWORD_CHANGE,
      body: { current_password: PASSWORD, new_password: 'eight888' },
      as: 'customer',
      status: 200,
      response: { message: 'Password updated successfully', logout_required: true },
    },
  ],
  'resetting the password': [
    { when: 'no email is given', url: RESET, body: {}, status: 400, response: { email: REQUIRED } },
    {
      when: 'the token is forged',
      url: `${RESET}confirm/`,
      body: { token: 'forged', new_password: 'eight888' },
      status: 400,
      response: { token: ['This link is no longer valid. Please request a new one.'] },
    },
  ],
  'signing in with Google': [
    {
      when: 'the ticket is forged',
      url: '/customers/auth/google-login/',
      body: { access_token: 'forged' },
      status: 400,
      response: { error: 'This sign-in with Google has expired. Please try again.' },
    },
    {
      when: 'no ticket is given',
      url: '/customers/auth/google-login/',
      body: {},
      status: 400,
      response: { access_token: REQUIRED },
    },
  ],
  'other requests': [
    {
      when: 'the endpoint does not exist',
      url: '/customers/nothing/',
      method: 'GET',
      status: 404,
      response: { detail: 'Not found.' },
    },
  ],
};

for (const [call, rows] of Object.entries(ROWS)) {
  describe(call, () => {
    it.each(rows)(
      'returns $status when $when',
      async ({ url, body, method = 'POST', as, status, response }) => {
        const token = as === 'invalid token' ? 'a.b.c' : as && accounts[as].access;
        const actual = await test.request({
          method,
          url: `/api${url}`,
          headers: token ? { authorization: `Bearer ${token}` } : {},
          ...(body === undefined ? {} : { payload: body as object }),
        });
        expect({ status: actual.statusCode, response: actual.json() }).toEqual({ status, response });
        expect(actual.headers['content-type']).toBe('application/json; charset=utf-8');
        if (status === 401) expect(actual.headers['www-authenticate']).toBe('Bearer realm="api"');
      },
    );
  });
}
