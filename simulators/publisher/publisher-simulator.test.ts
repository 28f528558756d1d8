import fastify from 'fastify';
import { expect, it } from 'vitest';
import { publisherSimulator } from './publisher-simulator.ts';

const article = {
  publisher: 'Indus Business Daily',
  title: 'Profit <up>',
  creator: null,
  picture: '/publisher/pictures/bank.svg',
  text: ['First & second.'],
};

async function get(path: string) {
  const app = fastify();
  await app.register(publisherSimulator([article]), { prefix: '/publisher' });
  return app.inject(`/publisher${path}`);
}

it('serves the page of an article, escaped and marked as invented', async () => {
  const { statusCode, headers, body } = await get('/articles/1');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(body).toContain('<h1>Profit &lt;up&gt;</h1>');
  expect(body).toContain('<p>First &amp; second.</p>');
  expect(body).toContain('<img src="/publisher/pictures/bank.svg" alt=""');
  expect(body).toContain('This publisher and this article are invented.');
});

it('serves a drawing as SVG that runs no scripts', async () => {
  const { statusCode, headers, body } = await get('/pictures/bank.svg');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(body).toMatch(/^<svg [^>]*viewBox="0 0 800 400".*<\/svg>$/);
});

it.each(['/articles/0', '/articles/2', '/articles/x', '/pictures/toString.svg', '/pictures/none.svg', '/'])(
  'returns 404 for %s',
  async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  },
);
