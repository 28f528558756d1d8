import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useGoogleApp } from '#tests/support/accounts/google.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';

const test = useGoogleApp();

const startPath = (attempt: string, intent = 'signin') =>
  `/api/customers/auth/google/start/?attempt=${attempt}&intent=${intent}`;
const start = (path = startPath(randomUUID()), headers: Record<string, string> = {}) =>
  test.request({ url: path, headers: { host: 'localhost:3000', ...headers } });
const json = (body: object, status = 200) => Response.json(body, { status });

describe('the start of a sign-in with Google', () => {
  it('redirects to the provider with the parameters and new secrets', async () => {
    const { statusCode, headers } = await start();
    expect(statusCode).toBe(302);
    const url = new URL(String(headers.location));
    expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/simulators/google/auth`);
    const secret = expect.stringMatching(/^[\w-]{43}$/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'tezi-demo',
      redirect_uri: `${PUBLIC_URL}/api/customers/auth/google/callback/`,
      response_type: 'code',
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'consent',
      state: secret,
      nonce: secret,
      code_challenge: secret,
      code_challenge_method: 'S256',
    });
    const { rows } = await test.database.pool.query('select * from google_attempts');
    expect(JSON.stringify(rows)).not.toContain(url.searchParams.get('state'));
  });

  it("keeps the popup's opener and sends no referrer", async () => {
    const { headers } = await start();
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('sets a cookie that scripts cannot read', async () => {
    const cookie = String((await start()).headers['set-cookie']);
    expect(cookie).toMatch(/^google_browser=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('sets a secure cookie for this host only, over HTTPS', async () => {
    const app = await createAppOnDatabase(test.database, HTTPS_WITH_KEYS, {
      fetch: async () => json(GOOGLE),
    });
    const { headers } = await app.inject(startPath(randomUUID()));
    expect(String(headers['set-cookie'])).toMatch(/^__Host-google_browser=[\w-]{43}; .*; Secure;/);
    await app.close();
  });

  it.each([
    ['keeps a valid cookie', 'x'.repeat(43), true],
    ['replaces an invalid cookie', 'chosen by an attacker', false],
  ])('%s', async (_, value, isUnchanged) => {
    const { headers } = await start(undefined, { cookie: `google_browser=${encodeURIComponent(value)}` });
    expect(String(headers['set-cookie']).includes(value)).toBe(isUnchanged);
  });

  it.each([
    ['without an attempt', '/api/customers/auth/google/start/?intent=signin'],
    ['with an attempt that is not a UUID', startPath('%3Cscript%3E')],
    ['with an unknown intent', startPath(randomUUID(), 'steal')],
    ['with two attempts', `${startPath(randomUUID())}&attempt=${randomUUID()}`],
  ])('rejects a start %s without a redirect', async (_, path) => {
    const { statusCode, headers, body } = await start(path);
    expect(statusCode).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('This link is not valid. Please start the sign-in again.');
    expect(body).not.toContain('data-result');
  });

  it('returns an error while Google cannot be reached, and recovers', async () => {
    const settings = { ...HTTPS_WITH_KEYS, GOOGLE_ISSUER: 'https://google.test' };
    let isDown = true;
    const app = await createAppOnDatabase(test.database, settings, {
      fetch: async () => (isDown ? json({}, 503) : json({ ...GOOGLE, issuer: 'https://google.test' })),
    });
    const attempt = randomUUID();
    const rejected = await app.inject(startPath(attempt));
    expect(rejected.statusCode).toBe(502);
    expect(rejected.body).toContain(attempt);
    expect(rejected.body).toContain('Google cannot be reached right now. Please try again.');
    isDown = false;
    expect((await app.inject(startPath(attempt))).statusCode).toBe(302);
    await app.close();
  });

  it('rejects the metadata of another issuer', async () => {
    const settings = { ...HTTPS_WITH_KEYS, GOOGLE_ISSUER: 'https://google.test' };
    const app = await createAppOnDatabase(test.database, settings, {
      fetch: async () => json({ ...GOOGLE, issuer: 'https://another.test' }),
    });
    const { statusCode, headers } = await app.inject(startPath(randomUUID()));
    expect(statusCode).toBe(502);
    expect(headers.location).toBeUndefined();
    await app.close();
  });

  it('throttles too many attempts from one IP address', async () => {
    const settings = { ...HTTPS_WITH_KEYS, LIMIT_GOOGLE_ADDRESS: '1/10m' };
    const app = await createAppOnDatabase(test.database, settings, { fetch: async () => json(GOOGLE) });
    const from = () => app.inject({ url: startPath(randomUUID()), remoteAddress: '203.0.113.9' });
    await from();
    const { statusCode, headers, body } = await from();
    expect(statusCode).toBe(429);
    expect(headers['retry-after']).toBeDefined();
    expect(body).toMatch(/data-result=.*Expected available in \d+ seconds/);
    await app.close();
  });

  it('names the public URL to a popup of another host', async () => {
    const { statusCode, body } = await start(undefined, { host: '127.0.0.1:3000' });
    expect(statusCode).toBe(400);
    expect(body).toContain(`only works at ${PUBLIC_URL}.`);
  });

  it('rejects a HEAD request', async () => {
    expect((await test.request({ method: 'HEAD', url: startPath(randomUUID()) })).statusCode).toBe(404);
  });
});

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
};
const HTTPS_WITH_KEYS = {
  PUBLIC_URL: 'https://tezi.test',
  GOOGLE_CLIENT_ID: 'our-id',
  GOOGLE_CLIENT_SECRET: 'our-secret',
};
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.test',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'support@tezi.test',
  CONTACT_PHONE: '+92 42 0000 0000',
  SMTP_URL: 'none',
};

describe('with Google credentials', () => {
  it('redirects to Google after fetching only its discovery document', async () => {
    const calls: string[] = [];
    const app = await createAppOnDatabase(
      test.database,
      { ...PRODUCTION, ...HTTPS_WITH_KEYS },
      {
        fetch: async (input) => {
          calls.push(String(input));
          return json(GOOGLE);
        },
      },
    );
    const { headers } = await app.inject(startPath(randomUUID()));
    const url = new URL(String(headers.location));
    expect(url.origin + url.pathname).toBe(GOOGLE.authorization_endpoint);
    expect(url.searchParams.get('client_id')).toBe('our-id');
    expect(url.searchParams.get('redirect_uri')).toBe(
      'https://tezi.test/api/customers/auth/google/callback/',
    );
    expect(url.href).not.toContain('our-secret');
    expect(calls).toEqual(['https://accounts.google.com/.well-known/openid-configuration']);
    expect((await app.inject('/simulators/google/.well-known/openid-configuration')).statusCode).toBe(404);
    await app.close();
  });
});

describe('without sign-in with Google', () => {
  it.each([
    ['in production without credentials', PRODUCTION],
    ['in a public demo', { PUBLIC_URL: 'https://demo.test' }],
    [
      'in a demo on the network',
      { HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', ADMIN_PASSWORD: 'a long password' },
    ],
  ])('%s, returns 404 and serves no simulator', async (_, settings) => {
    const app = await createAppOnDatabase(test.database, settings);
    const attempt = randomUUID();
    const { statusCode, body } = await app.inject(startPath(attempt));
    expect(statusCode).toBe(404);
    expect(body).toContain(attempt);
    expect(body).toContain('Sign-in with Google is not available. Please use your email and password.');
    expect((await app.inject('/api/customers/auth/google/callback/?code=x&state=y')).statusCode).toBe(404);
    expect((await app.inject('/simulators/google/auth')).statusCode).toBe(404);
    const page = await app.inject('/customers/auth/login');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('Sign in with Google');
    await app.close();
  });
});
