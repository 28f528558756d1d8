import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { getCurrentCode, getWrongCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { getCookies, useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({
  LIMIT_ADMIN_SIGN_IN_ACCOUNT_TOTAL: '50/1h',
  LIMIT_ADMIN_SIGN_IN_ADDRESS: '1000/1h',
  LIMIT_ADMIN_CODE_TRUSTED_TOTAL: '6/1h',
});

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let cookies: Record<string, string>;
beforeEach(async () => {
  admin = await signInAdministrator(test);
  cookies = getCookies(await signIn({}, { clientIp: newIp() }));
});

const ATTACKERS = Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`);
const [ATTACKER = ''] = ATTACKERS;
let lastHost = 0;
const newIp = () => {
  lastHost += 1;
  return `198.51.100.${lastHost}`;
};

function signIn(change: { password?: string; code?: string }, options: Parameters<typeof test.call>[2]) {
  const { username, password } = admin;
  return test.call(adminSignIn, { body: { username, password, ...change } }, options);
}
const getStatus = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).status;

/** Sends wrong passwords, spread over the attackers' IP addresses. */
async function flood(count: number): Promise<void> {
  for (let time = 0; time < count; time += 1) {
    const clientIp = ATTACKERS[Math.floor(time / 5) % ATTACKERS.length] ?? '';
    await signIn({ password: 'a wrong password' }, { clientIp });
  }
}

describe('while an attacker floods wrong passwords for an administrator', () => {
  it('lets the administrator sign in on a trusted device and from other IP addresses', async () => {
    await flood(40);
    expect(await getStatus({}, { clientIp: newIp(), cookies })).toBe(200);
    expect(await getStatus({}, { clientIp: ATTACKER, cookies })).toBe(200);
    expect(await getStatus({}, { clientIp: newIp() })).toBe(200);
    expect(await getStatus({}, { clientIp: ATTACKER })).toBe(429);
  });

  it('rejects untrusted devices for an hour beyond the total limit', async () => {
    await flood(50);
    expect(await getStatus({}, { clientIp: newIp() })).toBe(429);
    expect(await getStatus({}, { clientIp: newIp(), cookies })).toBe(200);
    expect(await getStatus({}, { clientIp: newIp() })).toBe(429);
    test.clock.advance(HOUR);
    expect(await getStatus({}, { clientIp: newIp() })).toBe(200);
  });

  it('accepts the second factor on a trusted device and from other IP addresses', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const code = getCurrentCode(test, secret);
    cookies = getCookies(await signIn({ code: recoveryCodes[1] ?? '' }, { clientIp: newIp() }));
    await flood(40);
    expect(await getStatus({ code }, { clientIp: newIp(), cookies })).toBe(200);
    expect(await getStatus({ code: recoveryCodes[0] ?? '' }, { clientIp: newIp() })).toBe(200);
  });
});

describe('a trusted device', () => {
  it('sets a device cookie that no script can read and no other site can set', async () => {
    const cookie = String((await signIn({}, { clientIp: newIp() })).headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-tezi_admin_device=[\w-]{22}\.[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(attribute);
  });

  it('limits wrong passwords on a trusted device separately', async () => {
    const wrong = () => getStatus({ password: 'wrong' }, { clientIp: newIp(), cookies });
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push(await wrong());
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('does not trust a device after the correct password without the code', async () => {
    await setUpSecondFactor(test, admin);
    const { status, headers } = await signIn({}, { clientIp: newIp() });
    expect(status).toBe(401);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('trusts a device for only one administrator, and no longer after a password change', async () => {
    const first = cookies;
    await flood(50);
    const other = await signInAdministrator(test);
    const { username, password } = other;
    const foreign = getCookies(await test.call(adminSignIn, { body: { username, password } }));
    expect(await getStatus({}, { clientIp: newIp(), cookies: foreign })).toBe(429);
    expect(await getStatus({}, { clientIp: newIp(), cookies: first })).toBe(200);
    await test.database.pool.query(
      'update administrators set password_hash = (select password_hash from administrators where username = $1) where username = $2',
      [username, admin.username],
    );
    expect(await getStatus({}, { clientIp: newIp(), cookies: first })).toBe(429);
  });

  it('no longer trusts a device after a second factor is enabled', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    const code = getWrongCode(test, secret);
    for (let time = 0; time < 5; time += 1) await signIn({ code }, { clientIp: newIp() });
    expect(await getStatus({ code }, { clientIp: newIp(), cookies })).toBe(429);
  });

  it('limits the wrong codes of all trusted devices of an administrator together', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const trusted = [];
    for (const code of recoveryCodes.slice(0, 3))
      trusted.push(getCookies(await signIn({ code }, { clientIp: newIp() })));
    const [first = {}, second = {}, third = {}] = trusted;
    const guess = (device: Record<string, string>) =>
      getStatus({ code: getWrongCode(test, secret) }, { clientIp: newIp(), cookies: device });
    for (const device of [first, second, first, second, first, second]) expect(await guess(device)).toBe(401);
    expect(await guess(third)).toBe(429);
    test.clock.advance(HOUR);
    expect(await guess(third)).toBe(401);
  });

  it('accepts a trusted device while an attacker who has the password guesses codes elsewhere', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    cookies = getCookies(await signIn({ code: recoveryCodes[0] ?? '' }, { clientIp: newIp() }));
    for (let time = 0; time < 5; time += 1) {
      await signIn({ code: getWrongCode(test, secret) }, { clientIp: newIp() });
    }
    const code = getCurrentCode(test, secret);
    expect(await getStatus({ code }, { clientIp: newIp() })).toBe(429);
    expect(await getStatus({ code }, { clientIp: newIp(), cookies })).toBe(200);
  });
});
