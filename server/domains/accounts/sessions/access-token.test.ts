import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { listPsxSignals } from '#contract/signals/endpoints.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { signAccessToken, verifyAccessToken } from './access-token.ts';

const test = useTestApp();
const SECRET = 'x'.repeat(32);

const send = (authorization: string) =>
  test.request({
    url: '/api/signals/psx-signals/?signal_type=intraday',
    headers: { authorization },
  });
const refusedAs = (message: string) => ({
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
});
const refused = refusedAs('Token is invalid');

describe('an access token', () => {
  it('works until its ten minutes are over', async () => {
    const { access } = await signUpCustomer(test);
    const read = () => test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token: access });
    test.clock.advance(10 * MINUTE - 1);
    expect((await read()).status).toBe(200);
    test.clock.advance(1);
    const { status, body, headers } = await read();
    expect(status).toBe(401);
    expect(body).toEqual(refusedAs('Token is expired'));
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('may be sent with its scheme in any case', async () => {
    const { access } = await signUpCustomer(test);
    expect((await send(`bearer ${access}`)).statusCode).toBe(200);
  });
});

describe('a forged access token', () => {
  let claims: Record<string, unknown>;
  let access: string;

  beforeAll(async () => {
    access = (await signUpCustomer(test)).access;
    claims = JSON.parse(Buffer.from(access.split('.')[1] as string, 'base64url').toString());
  });

  const sign = (payload: object, { secret = SECRET, alg = 'HS256', typ = 'JWT' } = {}) =>
    new SignJWT({ ...claims, ...payload })
      .setProtectedHeader({ alg, typ })
      .sign(new TextEncoder().encode(secret));

  it('differs from one that was forged with everything right, which works', async () => {
    expect((await send(`Bearer ${await sign({})}`)).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['of another secret', () => sign({}, { secret: 'y'.repeat(32) })],
    ['without a signature', () => new UnsecuredJWT(claims).encode()],
    ['of another algorithm', () => sign({}, { alg: 'HS512', secret: SECRET.repeat(2) })],
    ['of another kind in its header', () => sign({}, { typ: 'refresh+jwt' })],
    ['of another kind in its claims', () => sign({ token_type: 'refresh' })],
    ['for another audience', () => sign({ aud: 'somebody-else' })],
    ['from another issuer', () => sign({ iss: 'somebody-else' })],
    ['without an end', () => sign({ exp: undefined })],
    ['without a session', () => sign({ sid: undefined })],
    ['with a session that is no text', () => sign({ sid: 7 })],
    ['of a session that is not there', () => sign({ sid: '7d0f6a52-0000-4000-8000-000000000000' })],
    ['whose claims were changed', () => changed(access)],
    ['whose signature was cut off', () => `${access.split('.').slice(0, 2).join('.')}.`],
    ['that is no token at all', () => 'a.b.c'],
    ['that is only dots', () => '..'],
  ])('%s is refused', async (_, forge) => {
    const response = await send(`Bearer ${await forge()}`);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual(refused);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token abc', 'Bearer a b'])(
    'is not accepted as the header %j either',
    async (authorization) => {
      const response = await send(authorization);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual(refused);
    },
  );

  function changed(token: string): string {
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  }
});

describe('verifying', () => {
  const now = new Date('2026-11-21T05:42:00.000Z');
  const session = { id: 'session-1', accountId: 'account-1' };

  it('names the session, or why the token is no good', async () => {
    const token = await signAccessToken(session, SECRET, now);
    expect(await verifyAccessToken(token, SECRET, now)).toEqual({ sessionId: 'session-1' });
    const later = new Date('2026-11-21T05:52:00.000Z');
    expect(await verifyAccessToken(token, SECRET, later)).toEqual({ fault: 'expired' });
    expect(await verifyAccessToken(token, 'y'.repeat(32), now)).toEqual({ fault: 'invalid' });
  });
});
