import { expect, it } from 'vitest';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { verifyEmail } from '#features/accounts/contract/sign-in.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({
  LIMIT_RESET_MAIL_ADDRESS: '2/1h',
  LIMIT_MAILED_TOKEN_ADDRESS: '3/10m',
});

it('limits the reset links that one IP address requests, across all accounts', async () => {
  const requestReset = (email: string, clientIp: string) =>
    test.call(requestPasswordReset, { body: { email } }, { clientIp });
  expect((await requestReset('a@example.com', '203.0.113.7')).status).toBe(200);
  expect((await requestReset('b@example.com', '203.0.113.7')).status).toBe(200);
  expect((await requestReset('c@example.com', '203.0.113.7')).status).toBe(429);
  expect((await requestReset('c@example.com', '203.0.113.8')).status).toBe(200);
});

it('limits the tokens that one IP address tries, across all purposes', async () => {
  const from = { clientIp: '203.0.113.9' };
  const reset = () =>
    test.call(confirmPasswordReset, { body: { token: 'guess', new_password: 'long enough' } }, from);
  expect([(await reset()).status, (await reset()).status]).toEqual([400, 400]);
  expect((await test.call(verifyEmail, { body: { token: 'guess' } }, from)).status).toBe(400);
  const rejected = await reset();
  expect(rejected.status).toBe(429);
  expect(rejected.headers['retry-after']).toBe('600');
  expect((await test.call(verifyEmail, { body: { token: 'guess' } }, from)).status).toBe(429);
});
