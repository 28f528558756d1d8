import { describe, expect, it } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import {
  confirmPasswordReset,
  requestPasswordReset,
  updatePassword,
} from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getEmailToken, listEmailsTo } from '#tests/support/accounts/emails.ts';
import { getCookies, useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ LIMIT_SIGN_IN_ACCOUNT_TOTAL: '50/1h' });

const ATTACKERS = Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`);
let lastHost = 0;
const newIp = () => {
  lastHost += 1;
  return `198.51.100.${lastHost}`;
};

type Options = Parameters<typeof test.call>[2];
const attempt = (email: string, password: string, options: Options) =>
  test.call(signIn, { body: { email, password } }, options);
const getStatus = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).status;

/** Sends wrong passwords, spread over the attackers' IP addresses. */
async function flood(email: string, count: number): Promise<void> {
  for (let time = 0; time < count; time += 1) {
    const clientIp = ATTACKERS[Math.floor(time / 5) % ATTACKERS.length] ?? '';
    await attempt(email, 'a wrong password', { clientIp });
  }
}

async function trustedCustomer() {
  const customer = await signUpCustomer(test);
  return {
    ...customer,
    cookies: getCookies(await attempt(customer.email, customer.password, { clientIp: newIp() })),
  };
}

describe('while an attacker floods wrong passwords for a customer', () => {
  it('lets the customer sign in on a trusted device and from other IP addresses', async () => {
    const { email, password, cookies } = await trustedCustomer();
    await flood(email, 40);
    expect(await getStatus(email, password, { clientIp: newIp(), cookies })).toBe(200);
    expect(await getStatus(email, password, { clientIp: ATTACKERS[0] ?? '', cookies })).toBe(200);
    expect(await getStatus(email, password, { clientIp: newIp() })).toBe(200);
    expect(await getStatus(email, password, { clientIp: ATTACKERS[0] ?? '' })).toBe(429);
  });

  it('rejects untrusted devices for an hour beyond the total limit', async () => {
    const { email, password, cookies } = await trustedCustomer();
    await flood(email, 50);
    for (const clientIp of [newIp(), newIp()]) {
      const rejected = await attempt(email, password, { clientIp });
      expect(rejected.status).toBe(429);
      expect(rejected.headers['retry-after']).toBe('3600');
    }
    // A successful sign-in gives the attackers no further guesses.
    expect(await getStatus(email, password, { clientIp: newIp(), cookies })).toBe(200);
    expect(await getStatus(email, password, { clientIp: newIp() })).toBe(429);
    test.clock.advance(HOUR);
    expect(await getStatus(email, password, { clientIp: newIp() })).toBe(200);
  });

  it('lets a new device in after a password reset', async () => {
    const { email } = await signUpCustomer(test);
    await test.deliverEmails();
    await flood(email, 50);
    const clientIp = newIp();
    await test.call(requestPasswordReset, { body: { email } }, { clientIp });
    const token = getEmailToken((await listEmailsTo(test, email))[0]);
    const body = { token, new_password: 'a new password' };
    const reset = await test.call(confirmPasswordReset, { body }, { clientIp });
    expect(reset.status).toBe(200);
    await flood(email, 50);
    expect(await getStatus(email, 'a new password', { clientIp, cookies: getCookies(reset) })).toBe(200);
  });
});

describe('a trusted device', () => {
  it('no longer trusts a device after the password is changed on another device', async () => {
    const { email, password, access, cookies } = await trustedCustomer();
    const body = { current_password: password, new_password: 'a new password' };
    const changed = await test.call(updatePassword, { body }, { token: access });
    await flood(email, 50);
    expect(await getStatus(email, 'a new password', { clientIp: newIp(), cookies })).toBe(429);
    // The browser that changed it is trusted with the new password.
    const own = getCookies(changed);
    expect(await getStatus(email, 'a new password', { clientIp: newIp(), cookies: own })).toBe(200);
  });
});
