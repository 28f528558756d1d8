import { expect, it } from 'vitest';
import { confirmPasswordReset, requestPasswordReset } from '#contract/accounts/passwords.ts';
import { verifyEmail } from '#contract/accounts/verify-email.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({
  LIMIT_RESET_MAIL_ADDRESS: '2/1h',
  LIMIT_MAILED_TOKEN_ADDRESS: '3/10m',
});

it('one address of the network asks for so many links, whomever they are for', async () => {
  const ask = (email: string, clientIp: string) =>
    test.call(requestPasswordReset, { body: { email } }, { clientIp });
  expect((await ask('a@example.com', '203.0.113.7')).status).toBe(200);
  expect((await ask('b@example.com', '203.0.113.7')).status).toBe(200);
  expect((await ask('c@example.com', '203.0.113.7')).status).toBe(429);
  expect((await ask('c@example.com', '203.0.113.8')).status).toBe(200);
});

it('one address of the network tries so many tokens, of whichever kind', async () => {
  const from = { clientIp: '203.0.113.9' };
  const reset = () =>
    test.call(confirmPasswordReset, { body: { token: 'guess', new_password: 'long enough' } }, from);
  expect([(await reset()).status, (await reset()).status]).toEqual([400, 400]);
  expect((await test.call(verifyEmail, { body: { token: 'guess' } }, from)).status).toBe(400);
  const refused = await reset();
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('600');
  expect((await test.call(verifyEmail, { body: { token: 'guess' } }, from)).status).toBe(429);
});
