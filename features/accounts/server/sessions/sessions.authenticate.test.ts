import { CompactSign, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { signAccessToken, verifyAccessToken } from './sessions.ts';

const test = useTestApp();
const SECRET = 'x'.repeat(32);

const send = (authorization: string) =>
  test.request({
    url: '/api/signals/psx-signals/?signal_type=intraday',
    headers: { authorization },
  });
const rejectedWith = (message: string) => ({
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
});
const rejected = rejectedWith('Token is invalid');

describe('an access token', () => {
  it('rejects an access token after ten minutes', async () => {
    const { access } = await signUpCustomer(test);
    const read = () => test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token: access });
    test.clock.advance(10 * MINUTE - 1);
    expect((await read()).status).toBe(200);
    test.clock.advance(1);
    const { status, body, headers } = await read();
    expect(status).toBe(401);
    expect(body).toEqual(rejectedWith('Token is expired'));
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('accepts an access token with its scheme in any case', async () => {
    const { access } = await signUpCustomer(test);
    expect((await send(`bearer ${access}`)).statusCode).toBe(200);
  });
});

describe('a self-signed access token', () => {
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

  it('accepts a token whose claims and signature are all valid', async () => {
    expect((await send(`Bearer ${await sign({})}`)).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['signed with another secret', () => sign({}, { secret: 'y'.repeat(32) })],
    ['without a signature', () => new UnsecuredJWT(claims).encode()],
    ['signed with another algorithm', () => sign({}, { alg: 'HS512', secret: SECRET.repeat(2) })],
    ['of another kind in its header', () => sign({}, { typ: 'refresh+jwt' })],
    ['of another kind in its claims', () => sign({ token_type: 'refresh' })],
    ['for another audience', () => sign({ aud: 'someone-else' })],
    ['from another issuer', () => sign({ iss: 'someone-else' })],
    ['without an expiry', () => sign({ exp: undefined })],
    ['without a session', () => sign({ sid: undefined })],
    ['with a session that is not a string', () => sign({ sid: 7 })],
    ['of a session that does not exist', () => sign({ sid: '7d0f6a52-0000-4000-8000-000000000000' })],
    ['with a session that is not a UUID', () => sign({ sid: 'session-1' })],
    ['with a session in upper case', () => sign({ sid: String(claims.sid).toUpperCase() })],
    ['with a NUL character in its session', () => sign({ sid: `${claims.sid}\0` })],
    ['of the session of another account', () => sign({ sub: '7d0f6a52-0000-4000-8000-000000000000' })],
    ['without an account', () => sign({ sub: undefined })],
    ['with an account that is not a string', () => sign({ sub: [claims.sub] })],
    ['that expires in 30 years', () => sign({ exp: Number(claims.exp) + 30 * 365 * 86_400 })],
    [
      'that expires more than a minute after any that this server signs',
      () => sign({ exp: Number(claims.exp) + 61 }),
    ],
    ['whose expiry is no time', () => sign({ exp: 1e308 })],
    ['whose expiry is not a number', () => sign({ exp: String(claims.exp) })],
    ['that is not valid yet', () => sign({ nbf: Number(claims.exp) })],
    ['whose payload is not an object', () => signText('[]')],
    ['whose payload is not UTF-8', () => signText(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['with changed claims', () => changed(access)],
    ['without its signature part', () => `${access.split('.').slice(0, 2).join('.')}.`],
    ['that is not a token', () => 'a.b.c'],
    ['of dots only', () => '..'],
  ])('rejects a token %s', async (_, forge) => {
    const response = await send(`Bearer ${await forge()}`);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual(rejected);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token abc', 'Bearer a b'])(
    'rejects the header %j',
    async (authorization) => {
      const response = await send(authorization);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual(rejected);
    },
  );

  const signText = (payload: string | Buffer) =>
    new CompactSign(Buffer.from(payload as string))
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(SECRET));

  function changed(token: string): string {
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'someone-else' })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  }
});

describe('verifyAccessToken', () => {
  const now = new Date('2026-11-21T05:42:00.000Z');
  const session = { id: '7d0f6a52-0000-4000-8000-000000000001', accountId: 'account-1' };

  it('returns the session, or why the token is rejected', async () => {
    const own = { sessionId: session.id, accountId: session.accountId };
    const secrets = { current: SECRET, accepted: [] };
    const token = await signAccessToken(session, secrets, now);
    expect(await verifyAccessToken(token, secrets, now)).toEqual(own);
    const later = new Date('2026-11-21T05:52:00.000Z');
    expect(await verifyAccessToken(token, secrets, later)).toEqual({ rejection: 'expired' });
    const other = { current: 'y'.repeat(32), accepted: [] };
    expect(await verifyAccessToken(token, other, now)).toEqual({ rejection: 'invalid' });
    const both = { ...other, accepted: ['z'.repeat(32), SECRET] };
    expect(await verifyAccessToken(token, both, now)).toEqual(own);
    expect(await verifyAccessToken(token, both, later)).toEqual({ rejection: 'expired' });
  });
});
