import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { getCompanyPath, getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { ADMIN_PAGES } from '#tests/support/pages/admin-pages.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const everyPath = [
  ...Object.values(paths),
  DEVELOPERS_PATH,
  KEYS_PATH,
  getSubscriptionPath('sub_01'),
  getCompanyPath('LUCK'),
];

/** Sign-in, account, search and administration pages, and a page that needs an article. */
const NOT_INDEXED: string[] = [
  paths.signIn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.search,
  paths.demo,
  paths.mailbox,
  paths.profile,
  KEYS_PATH,
  paths.subscriptions,
  getSubscriptionPath('sub_01'),
  paths.mySubscription,
  paths.order,
  paths.watchlist,
  paths.alerts,
  paths.adminSignIn,
  ...ADMIN_PAGES,
  paths.newsDetails,
];
const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length;

describe('the page of a missing article', () => {
  it.each(['0', '99999999999', 'one', '.', '..', '%2e%2e', '1/../1', '%00'])(
    'returns 404 for the id %s',
    async (id) => {
      const { statusCode, body } = await test.request(`${paths.newsDetails}?news_article=${id}`);
      expect(statusCode).toBe(404);
      expect(body).toContain('Article Not Found');
    },
  );
});

describe('every page, without JavaScript', () => {
  it.each(everyPath)('%s returns 200 with a title, a description and one main heading', async (url) => {
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(count(body, /<h1[\s>]/g)).toBe(1);
    expect(/<title>([^<]*)<\/title>/.exec(body)?.[1]).toMatch(/\S/);
    expect(count(body, /<title>/g)).toBe(1);
    expect(/<meta name="description" content="([^"]*)"/.exec(body)?.[1]).toMatch(/\S{2,}/);
    expect(body).toMatch(/<html[^>]* lang="en"/);
  });

  it.each(everyPath)('%s has one canonical URL or is not indexed', async (url) => {
    const { body } = await test.request(url);
    const canonical = [...body.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
    const isNotIndexed = body.includes('<meta name="robots" content="noindex"');
    expect(isNotIndexed).toBe(NOT_INDEXED.includes(url));
    expect(canonical).toEqual(isNotIndexed ? [] : [`https://tezi.test${url}`]);
    expect(/<meta property="og:url" content="([^"]*)"/.exec(body)?.[1]).toBe(`https://tezi.test${url}`);
  });

  it('each indexed page has a title and a description of its own', async () => {
    const titles = new Set<string | undefined>();
    const descriptions = new Set<string | undefined>();
    const indexed = everyPath.filter((url) => !NOT_INDEXED.includes(url));
    for (const url of indexed) {
      const { body } = await test.request(url);
      titles.add(/<title>([^<]*)/.exec(body)?.[1]);
      descriptions.add(/<meta name="description" content="([^"]*)/.exec(body)?.[1]);
    }
    expect([titles.size, descriptions.size]).toEqual([indexed.length, indexed.length]);
  });

  it('a tab of signals has the canonical URL of the page of its type, whatever its filters', async () => {
    const { body } = await test.request(`${paths.psxSignals}?signal_type=intraday&symbol=LUCK`);
    expect(body).toContain(`<link rel="canonical" href="https://tezi.test${paths.intradaySignals}"`);
    expect(body).toContain('<title>Intraday Signals · Tezi</title>');
  });

  it.each(everyPath)(
    '%s has the same title and description for search engines and shared links',
    async (url) => {
      const { body } = await test.request(url);
      const find = (pattern: RegExp) => pattern.exec(body)?.[1];
      const title = find(/<title>([^<]*)/);
      expect(title).toMatch(url === paths.home ? /^Tezi: .{10,}/ : /^.{4,} · Tezi$/);
      const description = find(/<meta name="description" content="([^"]*)/);
      expect(description?.length).toBeGreaterThan(20);
      expect(find(/<meta property="og:title" content="([^"]*)/)).toBe(title);
      expect(find(/<meta property="og:description" content="([^"]*)/)).toBe(description);
    },
  );

  it('gives every page a unique title', async () => {
    const pages = new Map<string, string[]>();
    for (const url of everyPath) {
      const { body } = await test.request(url);
      const title = /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? '';
      pages.set(title, [...(pages.get(title) ?? []), url]);
    }
    const shared = [...pages.values()].filter((urls) => urls.length > 1);
    // Only the signal pages may share a title.
    expect(shared.filter((urls) => urls.some((url) => !url.startsWith('/signals/')))).toEqual([]);
  });

  it.each(everyPath)('%s allows only its own inline scripts, by hash', async (url) => {
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(200);
    const inline = [
      ...body.matchAll(/<script\b(?![^>]*(?:\bsrc=|application\/ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
    ]
      .map(([, script]) => script as string)
      .filter((script) => script !== '');
    const allowed = [...String(headers['content-security-policy']).matchAll(/'sha256-([^']+)'/g)].map(
      ([, hash]) => hash,
    );
    const expected = new Set(inline.map((script) => createHash('sha256').update(script).digest('base64')));
    expect(allowed).not.toEqual([]);
    expect(new Set(allowed)).toEqual(expected);
    expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(body).not.toMatch(/<[^>]+ nonce=/);
    expect(headers).not.toHaveProperty('x-script-nonce');
  });
});

describe('a path without a page', () => {
  it.each([
    '/nothing',
    '/signals/forex',
    '/news/details/7',
    '/admin',
    '/ADMIN/LOGIN2',
    '/customers/auth/login/more',
    '/x/y/z',
    '/wp-login.php',
  ])('%s shows a 404 page with a link home', async (url) => {
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('Oops! Page not found');
    expect(count(body, /<h1[\s>]/g)).toBe(1);
    expect(body).toMatch(/<a[^>]* href="\/"/);
  });
});
