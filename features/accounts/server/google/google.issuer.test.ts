import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GOOGLE_CALLBACK_PATH, GOOGLE_START_PATH } from '#features/accounts/contract/google.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, useGoogleApp } from '#tests/support/accounts/google.ts';

const CLIENT_ID = 'tezi-test';
const KEY_ID = 'test';

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
});

/** Starts the server with a configured OpenID provider whose ID tokens the test creates. */
function useProvider(issuer: string) {
  const test = useGoogleApp({
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: CLIENT_ID,
    GOOGLE_CLIENT_SECRET: 'secret',
  });
  afterEach(() => test.interceptCalls(null));

  async function respond(url: URL, claims: JWTPayload): Promise<Response> {
    if (url.pathname === '/.well-known/openid-configuration') {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      });
    }
    if (url.pathname === '/keys') {
      const key = await exportJWK(keys.publicKey);
      return Response.json({ keys: [{ ...key, alg: 'RS256', use: 'sig', kid: KEY_ID }] });
    }
    const id_token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuedAt()
      .setExpirationTime(claims.exp ?? '1h')
      .sign(keys.privateKey);
    return Response.json({ access_token: 'x', token_type: 'Bearer', id_token });
  }

  /** Signs in with an ID token with these claims; `result` is what the popup returns. */
  async function signIn(email: string, change: JWTPayload = {}) {
    const browser = new GoogleBrowser(test);
    let claims: JWTPayload = {};
    test.interceptCalls((input) => respond(new URL(String(input)), claims));
    const { headers } = await browser.visit(`/api${GOOGLE_START_PATH}?attempt=${randomUUID()}&intent=signin`);
    const { searchParams } = new URL(String(headers.location));
    const nonce = searchParams.get('nonce') ?? '';
    const sub = randomUUID();
    claims = {
      iss: issuer,
      aud: CLIENT_ID,
      azp: CLIENT_ID,
      nonce,
      sub,
      email,
      email_verified: true,
      ...change,
    };
    const query = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
    const { result } = await browser.visit(`/api${GOOGLE_CALLBACK_PATH}?${query}`);
    if (!result || !('ticket' in result)) return { result };
    return { result, ...(await browser.redeem(result.ticket)) };
  }

  async function signUpVerified(email: string): Promise<void> {
    await signUpCustomer(test, { email });
    await test.database.pool.query('update users set email_verified_at = now() where email = $1', [email]);
  }
  return { signIn, signUpVerified };
}

describe('Google as the configured issuer', () => {
  const { signIn, signUpVerified } = useProvider('https://accounts.google.com');

  it.each([
    ['a Gmail address', 'gmail.com', {}, 200],
    ['an address in its Workspace domain', 'firm.example', { hd: 'firm.example' }, 200],
    ['an address in another domain', 'bank.example', { hd: 'firm.example' }, 400],
  ])('links an existing account only if Google hosts the mailbox: %s', async (_, domain, claims, status) => {
    const email = `${randomUUID()}@${domain}`;
    await signUpVerified(email);
    expect(await signIn(email, claims)).toMatchObject({ status });
  });

  it.each<[string, JWTPayload]>([
    ['from another issuer', { iss: 'https://login.example' }],
    ['for another client', { aud: 'another' }],
    ['for several clients, authorized for another', { aud: [CLIENT_ID, 'another'], azp: 'another' }],
    ['with another nonce', { nonce: 'x'.repeat(43) }],
    ['without a nonce', { nonce: undefined } as unknown as JWTPayload],
    ['that has expired', { exp: 1 }],
  ])('issues no ticket for an ID token %s', async (_, claims) => {
    const { result } = await signIn(`${randomUUID()}@gmail.com`, claims);
    expect(result).toMatchObject({ error: 'Failed to exchange code for tokens' });
  });
});

describe('another OpenID provider as the configured issuer', () => {
  const { signIn, signUpVerified } = useProvider('https://login.example');

  it.each([
    ['a Gmail address', 'gmail.com', {}],
    ['an address in the domain of hd', 'firm.example', { hd: 'firm.example' }],
  ])('does not link an existing account of another provider: %s', async (_, domain, claims) => {
    const email = `${randomUUID()}@${domain}`;
    await signUpVerified(email);
    expect(await signIn(email, claims)).toMatchObject({
      status: 400,
      body: { error: 'An account with this email already exists. Please sign in with your password.' },
    });
  });

  it('creates an account for a new email', async () => {
    expect(await signIn(`${randomUUID()}@gmail.com`)).toMatchObject({ status: 200 });
  });
});
