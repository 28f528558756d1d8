import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

describe('a page', () => {
  it('is checked with the server before it is used again', async () => {
    const { headers } = await test.request(paths.pricing);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('answers HEAD as it answers GET, without the body', async () => {
    const { statusCode, headers, body } = await test.request({ method: 'HEAD', url: paths.pricing });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toBe('');
  });

  it('is the same with a slash at the end of its address', async () => {
    const { statusCode, body } = await test.request('/pricing/');
    expect(statusCode).toBe(200);
    expect(body).toContain('<link rel="canonical" href="https://tezi.test/pricing"');
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('refuses %s', async (method) => {
    const answer = await test.request({ method, url: paths.pricing });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expect(answer.json()).toEqual({ detail: `Method "${method}" not allowed.` });
  });

  it('refuses a form of more than 64 KB', async () => {
    const answer = await test.request({
      method: 'POST',
      url: paths.signIn,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${'x'.repeat(64 * 1024)}`,
    });
    expect(answer.statusCode).toBe(413);
  });

  it('that took a form is stored nowhere', async () => {
    const answer = await test.request({
      method: 'POST',
      url: paths.signIn,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=&password=',
    });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe("the request's own idea of the host", () => {
  const EVIL = 'evil.example';

  it.each([
    ['the Host header', { host: EVIL }],
    [
      'a forwarding header',
      { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http', forwarded: `host=${EVIL}` },
    ],
  ])('never reaches a link by %s', async (_, headers) => {
    for (const url of [paths.home, paths.pricing, '/nothing', '/robots.txt', '/sitemap.xml']) {
      const answer = await test.request({ url, headers });
      expect([200, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain(EVIL);
      expect(JSON.stringify(answer.headers)).not.toContain(EVIL);
    }
  });

  it('never reaches a link by the address itself', async () => {
    const app = await createAppOnDatabase(test.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    for (const target of [
      `http://${EVIL}/pricing`,
      `//${EVIL}/pricing`,
      `/\\${EVIL}/pricing`,
      `/\\/${EVIL}/`,
    ]) {
      const answer = await raw(port, target);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
      expect(head).not.toContain(EVIL);
      expect(body).not.toMatch(new RegExp(`https?://${EVIL}`));
    }
    await app.close();
  });
});

describe('an address that cannot be read', () => {
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
  ])('%s breaks nothing', async (target) => {
    const app = await createAppOnDatabase(test.database);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    expect(await raw(port, target)).toMatch(/^HTTP\/1\.1 (200|404) /);
    await app.close();
  });
});

/** Sends the target as it is written: clients tidy it up. */
async function raw(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: tezi.test\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return answer;
}
