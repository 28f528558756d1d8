import { beforeAll, describe, expect, it } from 'vitest';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { appOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { pagePolicy } from './security-headers.ts';

const test = useTestApp();

describe('every answer', () => {
  it.each([
    ['a list', '/api/signals/psx-signals/?signal_type=intraday', 200],
    ['a refusal', '/api/admin/signals/', 401],
    ['a wrong query', '/api/signals/psx-signals/', 400],
    ['an unknown address', '/api/nothing/', 404],
    ['an address that cannot be read', '/api/%', 404],
    ['the health', '/healthz', 200],
  ])('carries the security headers: %s', async (_, url, status) => {
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

  it('asks for HTTPS only where the public address has it', async () => {
    const app = await appOnDatabase(test.database, { PUBLIC_URL: 'http://localhost:3000' });
    expect((await app.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security');
    await app.close();
  });
});

describe('what is personal', () => {
  let token: string;
  beforeAll(async () => {
    token = (await signInAdministrator(test)).access;
  });

  it.each([
    ['GET', '/api/admin/signals/', 200],
    ['POST', '/api/admin/signals/', 400],
    ['POST', '/api/customers/auth/login/', 400],
    ['GET', '/api/signals/psx-signals/?signal_type=swing', 200],
  ] as const)('%s %s is stored nowhere', async (method, url, status) => {
    const answer = await test.request({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is stored nowhere when it is a refusal', async () => {
    const { statusCode, headers } = await test.request('/api/signals/psx-signals/?signal_type=swing');
    expect(statusCode).toBe(401);
    expect(headers['cache-control']).toBe('no-store');
    const bad = await test.request({
      url: '/api/signals/psx-signals/?signal_type=intraday',
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(bad.statusCode).toBe(401);
    expect(bad.headers['cache-control']).toBe('no-store');
  });

  it('is told apart by who asks', async () => {
    const { headers } = await test.request('/api/signals/psx-signals/?signal_type=intraday');
    expect(String(headers.vary)).toMatch(/\bauthorization\b/i);
  });

  it('is not what everybody may read', async () => {
    const { statusCode, headers } = await test.request('/api/market/companies/?search=luck');
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('cache-control');
  });
});

describe("a page's policy", () => {
  it('allows the inline scripts with these hashes and no other', () => {
    expect(pagePolicy(['aaa=', 'bbb='], { isDevelopment: false })).toContain(
      "script-src 'self' 'sha256-aaa=' 'sha256-bbb=';",
    );
    expect(pagePolicy([], { isDevelopment: false })).toContain("script-src 'self';");
  });

  it('lets pictures of outlets come from anywhere that is encrypted, and scripts from nowhere else', () => {
    const policy = pagePolicy([], { isDevelopment: false }).split('; ');
    expect(policy).toContain("img-src 'self' https: data:");
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("form-action 'self'");
  });
});
