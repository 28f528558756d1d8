import { describe, expect, it } from 'vitest';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getCookies, useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ LIMIT_SIGN_IN_ADDRESS: '30/5m' });

const attempt = (email: string, password: string, options: Parameters<typeof test.call>[2] = {}) =>
  test.call(signIn, { body: { email, password } }, options);

/** Returns an IP address that no other test uses. */
let hosts = 0;
const newIp = () => {
  hosts += 1;
  return `203.0.113.${hosts}`;
};

async function fail(email: string, times: number, options: Parameters<typeof test.call>[2] = {}) {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await attempt(email, 'not this one', options)).status);
  }
  return statuses;
}

describe('wrong passwords for one account', () => {
  it('responds with 429 and the delay after five wrong passwords from one IP address', async () => {
    const { email, password } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    expect(await fail(email, 5, from)).toEqual([401, 401, 401, 401, 401]);
    const rejected = await attempt(email, password, from);
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('1');
    expect(rejected.body).toEqual({ detail: 'Request was throttled. Expected available in 1 second.' });
  });

  it('doubles the delay after each wrong password until the correct one', async () => {
    const { email, password } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    await fail(email, 5, from);
    const waits: string[] = [];
    for (const seconds of [1, 2, 4, 8]) {
      waits.push(String((await attempt(email, password, from)).headers['retry-after']));
      test.clock.advance(seconds * 1000);
      expect((await attempt(email, 'not this one', from)).status).toBe(401);
    }
    expect(waits).toEqual(['1', '2', '4', '8']);
    test.clock.advance(16_000);
    expect((await attempt(email, password, from)).status).toBe(200);
    expect(await fail(email, 5, from)).toEqual([401, 401, 401, 401, 401]);
  });

  it('delays a sign-in by at most 15 minutes', async () => {
    const { email, password } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    await fail(email, 5, from);
    for (let time = 0; time < 12; time += 1) {
      test.clock.advance(15 * 60_000);
      expect((await attempt(email, 'not this one', from)).status).toBe(401);
    }
    expect(Number((await attempt(email, password, from)).headers['retry-after'])).toBe(900);
    test.clock.advance(900_000);
    expect((await attempt(email, password, from)).status).toBe(200);
  });

  it('counts wrong passwords for an email without an account', async () => {
    const from = { clientIp: newIp() };
    expect(await fail('unregistered@example.com', 6, from)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts wrong passwords by account regardless of the spelling of the email', async () => {
    const { email } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    await fail(email.toUpperCase(), 3, from);
    expect(await fail(` ${email} `, 3, from)).toEqual([401, 401, 429]);
  });

  it('counts simultaneous wrong passwords', async () => {
    const { email } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => attempt(email, 'not this one', from)),
    );
    const guesses = responses.filter(({ status }) => status === 401).length;
    // Two are hashed at a time, so that one more may have started when the fifth is counted.
    expect(guesses).toBeGreaterThanOrEqual(5);
    expect(guesses).toBeLessThanOrEqual(6);
    expect(responses.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  it('accepts simultaneous correct passwords', async () => {
    const { email, password } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    const responses = await Promise.all(Array.from({ length: 20 }, () => attempt(email, password, from)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

describe('a trusted device', () => {
  it('does not throttle a trusted device for guesses from the same IP address', async () => {
    const { email, password } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    const cookies = getCookies(await attempt(email, password, from));
    await fail(email, 6, from);
    expect((await attempt(email, password, from)).status).toBe(429);
    expect((await attempt(email, password, { ...from, cookies })).status).toBe(200);
  });

  it('limits wrong passwords on a trusted device separately', async () => {
    const { email, password } = await signUpCustomer(test);
    const cookies = getCookies(await attempt(email, password, { clientIp: newIp() }));
    expect(await fail(email, 6, { cookies })).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('trusts a device only for its account, and never a forged cookie', async () => {
    const guesser = await signUpCustomer(test);
    const cookies = getCookies(await attempt(guesser.email, guesser.password, { clientIp: newIp() }));
    const { email } = await signUpCustomer(test);
    const from = { clientIp: newIp() };
    await fail(email, 5, from);
    expect((await attempt(email, 'x', { ...from, cookies })).status).toBe(429);
    // The second has as many characters as a proof, but more bytes.
    for (const forgedCookie of ['a.b', `a.${'b'.repeat(42)}é`]) {
      const forged = { ...from, cookies: { '__Host-tezi_device': forgedCookie } };
      expect((await attempt(email, 'x', forged)).status).toBe(429);
    }
  });

  it('sets a device cookie that no script can read and no other site can set', async () => {
    const { email, password } = await signUpCustomer(test);
    const response = await attempt(email, password, { clientIp: newIp() });
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-tezi_device=[\w-]{22}\.[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(cookie).toContain(attribute);
  });
});

describe('sign-ins from one IP address', () => {
  it('limits sign-ins from one IP address across all accounts', async () => {
    const clientIp = newIp();
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) {
      statuses.push((await attempt(`unregistered-${time}@example.com`, 'x', { clientIp })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
    expect((await attempt('unregistered-31@example.com', 'x', { clientIp: newIp() })).status).toBe(401);
    test.clock.advance(5 * 60_000);
    expect((await attempt('unregistered-32@example.com', 'x', { clientIp })).status).toBe(401);
  });

  it('counts sign-ins per IPv6 network', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) {
      const clientIp = `2001:db8:7:7::${time + 1}`;
      statuses.push((await attempt(`guest-${time}@example.com`, 'x', { clientIp })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await attempt('guest-31@example.com', 'x', { clientIp: '2001:db8:7:8::1' })).status).toBe(401);
  });

  it('ignores a forwarding header that any client can send', async () => {
    const { statusCode } = await test.request({
      method: 'POST',
      url: '/api/customers/auth/login/',
      remoteAddress: '2001:db8:7:7::99',
      headers: { 'x-forwarded-for': '198.51.100.1' },
      payload: { email: 'unregistered-40@example.com', password: 'x' },
    });
    expect(statusCode).toBe(429);
  });
});

describe('the rate limit table', () => {
  it('stores neither emails nor IP addresses in the rate limit table', async () => {
    const { email } = await signUpCustomer(test);
    const clientIp = newIp();
    await attempt(email, 'not this one', { clientIp });
    const { rows } = await test.database.pool.query<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ key }) => key).join('\n')).not.toMatch(/@|203\.0\.113|2001:db8/);
  });
});
