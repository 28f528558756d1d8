import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('excludes the API, administration, search and accounts in robots.txt, and links the sitemap', async () => {
  const { headers, body } = await test.request('/robots.txt');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  const lines = body.split('\n');
  for (const path of ['/api/', '/admin/', paths.search, paths.profile, paths.subscriptions])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain('Sitemap: https://tezi.test/sitemap.xml');
});

it('lists only indexable pages in the sitemap', async () => {
  const { headers, body } = await test.request('/sitemap.xml');
  expect(headers['content-type']).toMatch(/^application\/xml/);
  const urls = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? '');
  expect(urls).toContain('https://tezi.test/');
  expect(urls.length).toBeLessThan(50_000);
  const companies = urls.filter((url) => url.startsWith('https://tezi.test/companies/'));
  expect(companies.length).toBe(709);
  expect(new Set(urls).size).toBe(urls.length);
  const others = urls.filter((url) => !companies.includes(url));
  for (const url of [...others, ...companies.slice(0, 3), ...companies.slice(-3)]) {
    const page = await test.request(new URL(url).pathname);
    expect(page.statusCode, url).toBe(200);
    expect(page.body, url).not.toContain('noindex');
  }
});
