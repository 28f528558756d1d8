import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
} from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { getCurrentCode, getWrongCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ LIMIT_ADMIN_SIGN_IN_ADDRESS: '8/1h' });
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeEach(async () => {
  admin = await signInAdministrator(test);
});

let lastHost = 0;
/** Returns an IP address that no other test uses. */
const newIp = () => {
  lastHost += 1;
  return `10.1.0.${lastHost}`;
};

const signIn = (body: { username: string; password: string; code?: string }, clientIp: string) =>
  test.call(adminSignIn, { body }, { clientIp });
const times = (count: number) => Array.from({ length: count });

describe('guessing at the sign-in of administrators', () => {
  it.each(['an existing username', 'a missing username'])(
    'throttles a sign-in after five failures for %s',
    async (who) => {
      const username = who === 'an existing username' ? admin.username : `unregistered-${admin.username}`;
      const clientIp = newIp();
      for (const _ of times(5)) {
        const { status } = await signIn({ username, password: 'wrong' }, clientIp);
        expect(status).toBe(401);
      }
      const rejected = await signIn({ username: username.toUpperCase(), password: admin.password }, clientIp);
      expect(rejected.status).toBe(429);
      expect(rejected.headers['retry-after']).toBe('1');
      expect(rejected.body).toEqual({ detail: 'Request was throttled. Expected available in 1 second.' });
      const other = await signInAdministrator(test);
      expect((await signIn(other, newIp())).status).toBe(200);
    },
  );

  it('accepts the correct password after the delay and clears the failures', async () => {
    const clientIp = newIp();
    const wrong = (from = clientIp) => signIn({ username: admin.username, password: 'wrong' }, from);
    for (const _ of times(5)) await wrong();
    test.clock.advance(SECOND);
    expect((await signIn(admin, clientIp)).status).toBe(200);
    for (const _ of times(2)) expect((await wrong()).status).toBe(401);
    expect((await signIn(admin, clientIp)).status).toBe(200);
  });

  it('throttles simultaneous guesses', async () => {
    const clientIp = newIp();
    const guesses = times(30).map(() => signIn({ username: admin.username, password: 'wrong' }, clientIp));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(10);
  });

  it('counts wrong codes, which the correct password without a code does not clear', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    for (const _ of times(5)) {
      const code = getWrongCode(test, secret);
      expect((await signIn({ ...admin, code }, newIp())).body.code).toBe('second_factor_wrong');
      const withoutCode = await signIn({ username: admin.username, password: admin.password }, newIp());
      expect([401, 429]).toContain(withoutCode.status);
    }
    expect((await signIn({ ...admin, code: getCurrentCode(test, secret) }, newIp())).status).toBe(429);
    test.clock.advance(MINUTE);
    expect((await signIn({ ...admin, code: getCurrentCode(test, secret) }, newIp())).status).toBe(200);
  });

  it('throttles an IP address, whose failures a successful sign-in does not clear', async () => {
    const clientIp = newIp();
    for (const _ of times(10)) expect((await signIn(admin, clientIp)).status).toBe(200);
    for (const [index] of times(8).entries()) {
      await signIn({ username: `guess-${index}-${admin.username}`, password: 'wrong' }, clientIp);
      if (index === 6) expect((await signIn(admin, clientIp)).status).toBe(200);
    }
    expect((await signIn(admin, clientIp)).status).toBe(429);
    expect((await signIn(admin, newIp())).status).toBe(200);
    test.clock.advance(HOUR);
    expect((await signIn(admin, clientIp)).status).toBe(200);
  });
});

describe('guessing within a session', () => {
  const signedIn = () => ({ token: admin.access });

  it('throttles guesses of the password', async () => {
    const begin = (password: string) => test.call(beginSecondFactor, { body: { password } }, signedIn());
    for (const _ of times(5)) expect((await begin('wrong')).status).toBe(400);
    expect((await begin(admin.password)).status).toBe(429);
    test.clock.advance(SECOND);
    expect((await begin(admin.password)).status).toBe(200);
  });

  it('does not delay the owner in another session', async () => {
    const begin = (password: string, token: string) =>
      test.call(beginSecondFactor, { body: { password } }, { token });
    const owner = (await signIn(admin, newIp())).body.tokens.access;
    for (const _ of times(5)) await begin('wrong', admin.access);
    expect((await begin(admin.password, admin.access)).status).toBe(429);
    expect((await begin(admin.password, owner)).status).toBe(200);
  });

  it('throttles guesses of the first code', async () => {
    const started = await test.call(beginSecondFactor, { body: { password: admin.password } }, signedIn());
    const confirm = (code: string) => test.call(confirmSecondFactor, { body: { code } }, signedIn());
    const { secret } = started.body;
    for (const _ of times(5)) expect((await confirm(getWrongCode(test, secret))).status).toBe(400);
    expect((await confirm(getCurrentCode(test, secret))).status).toBe(429);
  });

  it('throttles simultaneous guesses of the first code', async () => {
    const started = await test.call(beginSecondFactor, { body: { password: admin.password } }, signedIn());
    const code = getWrongCode(test, started.body.secret);
    const responses = await Promise.all(
      times(20).map(() => test.call(confirmSecondFactor, { body: { code } }, signedIn())),
    );
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('throttles guesses of the code, which the password alone does not clear', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    const { password } = admin;
    const renew = (code: string) => test.call(renewRecoveryCodes, { body: { password, code } }, signedIn());
    for (const _ of times(5)) {
      expect((await renew(getWrongCode(test, secret))).status).toBe(400);
      await test.call(beginSecondFactor, { body: { password } }, signedIn());
    }
    expect((await renew(getCurrentCode(test, secret))).status).toBe(429);
  });
});
