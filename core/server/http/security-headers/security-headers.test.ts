import { beforeAll, describe, expect, it } from 'vitest';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { buildPagePolicy } from './security-headers.ts';

const test = useTestApp();

describe('every response', () => {
  it.each([
    ['a list', '/api/signals/psx-signals/?signal_type=intraday', 200],
    ['an error', '/api/admin/signals/', 401],
    ['an invalid query', '/api/signals/psx-signals/', 400],
    ['a missing path', '/api/nothing/', 404],
    ['a malformed URL', '/api/%', 404],
    ['the health check', '/healthz', 200],
  ])('sets the security headers on every response: %s', async (_, url, status) => {
    const { statusCode, headers } = await test.request(url);
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  it('sets Strict-Transport-Security only if the public URL is HTTPS', async () => {
    const app = await createAppOnDatabase(test.database, { PUBLIC_URL: 'http://localhost:3000' });
    expect((await app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
    await app.close();
  });
});

describe('a private response', () => {
  let token: string;
  beforeAll(async () => {
    token = (await signInAdministrator(test)).access;
  });

  it.each([
    ['GET', '/api/admin/signals/', 200],
    ['POST', '/api/admin/signals/', 400],
    ['POST', '/api/customers/auth/login/', 400],
    ['GET', '/api/signals/psx-signals/?signal_type=swing', 200],
  ] as const)('sets no-store on a private response to %s %s', async (method, url, status) => {
    const response = await test.request({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('sets no-store on a private response that is an error', async () => {
    const { statusCode, headers } = await test.request('/api/signals/psx-signals/?signal_type=swing');
    expect(statusCode).toBe(401);
    expect(headers['cache-control']).toBe('no-store');
    const invalid = await test.request({
      url: '/api/signals/psx-signals/?signal_type=intraday',
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(invalid.statusCode).toBe(401);
    expect(invalid.headers['cache-control']).toBe('no-store');
  });

  it('varies a private response by authorization', async () => {
    const { headers } = await test.request('/api/signals/psx-signals/?signal_type=intraday');
    expect(String(headers.vary)).toMatch(/\bauthorization\b/i);
  });

  it.each([
    ['/api/market/sectors/', 'public, max-age=0, s-maxage=60, stale-while-revalidate=3600'],
    ['/api/board-meetings/', 'public, max-age=0, must-revalidate, s-maxage=5'],
    ['/api/signals/psx-signals/?signal_type=intraday', 'no-cache'],
  ])('does not set no-store on a public response: %s', async (url, value) => {
    const { statusCode, headers } = await test.request(url);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe(value);
  });
});

describe("a page's Content-Security-Policy", () => {
  it('allows only the inline scripts with the given hashes', () => {
    expect(buildPagePolicy(['aaa=', 'bbb='], { isDevelopment: false })).toContain(
      "script-src 'self' 'sha256-aaa=' 'sha256-bbb=';",
    );
    expect(buildPagePolicy([], { isDevelopment: false })).toContain("script-src 'self';");
  });

  it('allows images from any HTTPS origin and scripts from no other origin', () => {
    const policy = buildPagePolicy([], { isDevelopment: false }).split('; ');
    expect(policy).toContain("img-src 'self' https: data:");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("form-action 'self'");
  });
});
