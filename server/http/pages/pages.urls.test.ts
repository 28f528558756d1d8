import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getSubscriptionPath, paths } from '#contract/paths.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const everyAddress = [...Object.values(paths), getSubscriptionPath('sub_01')];

/** Sign-in, account and administration pages, and a page that needs an article. */
const UNLISTED: string[] = [
  paths.signIn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.mailbox,
  paths.profile,
  paths.subscriptions,
  getSubscriptionPath('sub_01'),
  paths.mySubscription,
  paths.adminSignIn,
  paths.adminDashboard,
  paths.adminNewsSources,
  paths.adminImports,
  paths.adminHolidays,
  paths.adminCustomers,
  paths.adminBilling,
  paths.adminSecurityLog,
  paths.newsDetails,
];
const SAME_PAGE: Record<string, string> = {
  [paths.intradaySignals]: paths.psxSignals,
  [paths.swingSignals]: paths.psxSignals,
  [paths.investmentSignals]: paths.psxSignals,
};

const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length;

describe('the page of an article that there is not', () => {
  it.each(['0', '99999999999', 'one', '.', '..', '%2e%2e', '1/../1', '%00'])(
    'is not found: %s',
    async (id) => {
      const { statusCode, body } = await test.request(`${paths.newsDetails}?news_article=${id}`);
      expect(statusCode).toBe(404);
      expect(body).toContain('Article Not Found');
    },
  );
});

describe('every page, without JavaScript', () => {
  it.each(everyAddress)('%s is there, has a title, a description and one heading', async (url) => {
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(count(body, /<h1[\s>]/g)).toBe(1);
    expect(/<title>([^<]*)<\/title>/.exec(body)?.[1]).toMatch(/\S/);
    expect(count(body, /<title>/g)).toBe(1);
    expect(/<meta name="description" content="([^"]*)"/.exec(body)?.[1]).toMatch(/\S{2,}/);
    expect(body).toMatch(/<html[^>]* lang="en"/);
  });

  it.each(everyAddress)('%s is known to search engines by one address, or not at all', async (url) => {
    const { body } = await test.request(url);
    const canonical = [...body.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);
    const isUnlisted = body.includes('<meta name="robots" content="noindex"');
    expect(isUnlisted).toBe(UNLISTED.includes(url));
    expect(canonical).toEqual(isUnlisted ? [] : [`https://tezi.test${SAME_PAGE[url] ?? url}`]);
    expect(/<meta property="og:url" content="([^"]*)"/.exec(body)?.[1]).toBe(
      `https://tezi.test${SAME_PAGE[url] ?? url}`,
    );
  });

  it('has a title and a description of its own', async () => {
    const pages = new Map<string, string[]>();
    for (const url of everyAddress) {
      const { body } = await test.request(url);
      const title = /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? '';
      pages.set(title, [...(pages.get(title) ?? []), url]);
    }
    const shared = [...pages.values()].filter((urls) => urls.length > 1);
    // The three pages of one kind may share what they are called, nothing else may.
    expect(shared.filter((urls) => urls.some((url) => !url.startsWith('/signals/')))).toEqual([]);
  });

  it.each(everyAddress)('%s allows its own inline scripts by hash and no other', async (url) => {
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(200);
    const inline = [...body.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
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
    expect(headers).not.toHaveProperty('x-script-mark');
  });
});

describe('an address that no page has', () => {
  it.each(['/nothing', '/signals/forex', '/news/details/7', '/ADMIN/LOGIN2', '/x/y/z', '/wp-login.php'])(
    '%s is a 404 page with a way home',
    async (url) => {
      const { statusCode, headers, body } = await test.request(url);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain('Oops! Page not found');
      expect(count(body, /<h1[\s>]/g)).toBe(1);
      expect(body).toMatch(/<a[^>]* href="\/"/);
    },
  );
});
