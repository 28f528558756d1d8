import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

describe('a page', () => {
  it.each([
    // Every page of a demo depends on its clock.
    ['a page without data', paths.pricing],
    ['news', paths.news],
  ])('makes browsers revalidate %s before they reuse it, and a CDN after seconds', async (_, path) => {
    const { headers } = await test.request(path);
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=5');
  });

  it('makes every cache revalidate a page with signals', async () => {
    expect((await test.request(paths.intradaySignals)).headers['cache-control']).toBe('no-cache');
  });

  it('responds to HEAD like GET, without the body', async () => {
    const { statusCode, headers, body } = await test.request({ method: 'HEAD', url: paths.pricing });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toBe('');
  });

  it('serves the same page with a trailing slash', async () => {
    const { statusCode, body } = await test.request('/pricing/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<link rel="canonical" href="https://tezi.test/pricing"');
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('rejects %s', async (method) => {
    const response = await test.request({ method, url: paths.pricing });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET, HEAD, POST');
    expect(response.json()).toEqual({ detail: `Method "${method}" not allowed.` });
  });

  it('rejects a form of more than 64 KB', async () => {
    const response = await test.request({
      method: 'POST',
      url: paths.signIn,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${'x'.repeat(64 * 1024)}`,
    });
    expect(response.statusCode).toBe(413);
  });

  it('responds to a form with no-store', async () => {
    const response = await test.request({
      method: 'POST',
      url: paths.signIn,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=&password=',
    });
    expect(response.statusCode).toBeLessThan(500);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('a host that the client sends', () => {
  const EVIL = 'evil.example';

  it.each([
    ['the Host header', { host: EVIL }],
    [
      'a forwarding header',
      { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http', forwarded: `host=${EVIL}` },
    ],
  ])('ignores a host in %s when it builds links', async (_, headers) => {
    for (const url of [paths.home, paths.pricing, '/nothing', '/robots.txt', '/sitemap.xml']) {
      const response = await test.request({ url, headers });
      expect([200, 404]).toContain(response.statusCode);
      expect(response.body).not.toContain(EVIL);
      expect(JSON.stringify(response.headers)).not.toContain(EVIL);
    }
  });

  it('ignores a host in the request target when it builds links', async () => {
    const app = await createAppOnDatabase(test.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    for (const target of [
      `http://${EVIL}/pricing`,
      `//${EVIL}/pricing`,
      `/\\${EVIL}/pricing`,
      `/\\/${EVIL}/`,
    ]) {
      const received = await sendRaw(port, target);
      expect(received).toMatch(/^HTTP\/1\.1 (200|404) /);
      const [head = '', body = ''] = received.split('\r\n\r\n', 2);
      expect(head).not.toContain(EVIL);
      expect(body).not.toMatch(new RegExp(`https?://${EVIL}`));
    }
    await app.close();
  });
});

describe('a malformed URL', () => {
  it.each([
    '/%',
    '/%ff',
    '/%00',
    '/\\',
    '/\\\\',
    '//',
    '///',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/%2e%2e/',
  ])('responds to %s without a server error', async (target) => {
    const app = await createAppOnDatabase(test.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    expect(await sendRaw(port, target)).toMatch(/^HTTP\/1\.1 (200|404) /);
    await app.close();
  });
});

/** Sends the request target as it is: HTTP clients normalize it. */
async function sendRaw(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: tezi.test\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return received;
}
