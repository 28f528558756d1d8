import { matchPath } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { PageEntry } from '#core/contract/page-entry.ts';
import { getCompanyPath, getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { openBuiltPages } from './page-source.ts';

const test = useTestApp();
const everyPage = [...Object.values(paths), getSubscriptionPath('sub_01'), getCompanyPath('LUCK')];

const build = await openBuiltPages().load();
const { pageEntry } = build.entry.module as unknown as { pageEntry: PageEntry };
const canonical = (url: string) =>
  pageEntry.getCanonicalUrl(build.routes, new URL(url, 'https://tezi.test')).url;

/** Returns the query parameters that the page at a path declares. */
function getDeclaredParameters(path: string): readonly string[] {
  const route = Object.values(build.routes).find(
    (each) => each?.id !== 'root' && matchPath(`/${each?.path ?? ''}`.replace('//', '/'), path) !== null,
  );
  return (route?.module.handle as { query?: readonly string[] } | undefined)?.query ?? [];
}

describe('every page', () => {
  it.each(everyPage)('%s reads only the query parameters that it declares', async (path) => {
    // React Router itself reads `index`.
    const declared = ['index', ...getDeclaredParameters(path)];
    const read = new Set<string>();
    for (const method of ['get', 'getAll', 'has'] as const) {
      const original = URLSearchParams.prototype[method] as (name: string) => unknown;
      vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (
        this: URLSearchParams,
        name: string,
      ) {
        read.add(name);
        return original.call(this, name) as never;
      });
    }
    const query = new URLSearchParams(getDeclaredParameters(path).map((name) => [name, '1']));
    for (const url of [path, `${path}?${query}`]) await test.request(url);
    expect([...read].filter((name) => !declared.includes(name))).toEqual([]);
  });

  it.each(everyPage)('%s ignores query parameters that it does not declare', async (path) => {
    const plain = await test.request(path);
    const other = await test.request(`${path}?utm_source=mail&x${Math.random()}=1&index`);
    expect(other.headers.etag).toBe(plain.headers.etag);
    expect(other.body).toBe(plain.body);
    expect(other.body).not.toContain('utm_source');
  });
});

describe('getCanonicalUrl', () => {
  it.each([
    ['/', '/'],
    ['/PRICING///?plan=pro&billing=weekly&x=1', '/pricing?plan=pro'],
    ['/%70ricing?billing=yearly', '/pricing?billing=yearly'],
    ['/signals/intraday?signal_type=swing', '/signals/intraday'],
    ['/signals/psx-signals?signal_type=swing&signal_type=x', '/signals/psx-signals?signal_type=swing'],
    ['/signals/psx-signals?signal_type=forex', '/signals/psx-signals'],
    ['/news?page=1&ordering=-pub_date&search=+ogdc+', '/news?search=ogdc'],
    ['/news?page=0002&sector=Cement&sector=Cement', '/news?sector=Cement&page=2'],
    ['/news/details?news_article=%207&utm_source=mail', '/news/details?news_article=7'],
    ['/news/details?news_article=one', '/news/details?news_article=0'],
    ['/board-meetings?to_date=11/23/2026&from_date=', '/board-meetings?to_date=2026-11-23'],
    ['/board-meetings?from_date=soon', '/board-meetings?from_date=soon'],
    ['/companies?sector=Cement&search=+luck+&page=1', '/companies?search=luck&sector=Cement'],
    ['/companies/LUCK/?symbol=OGDC', '/companies/LUCK'],
    ['/news?symbol=luck', '/news?symbol=LUCK'],
    ['/board-meetings?symbol=luck', '/board-meetings?symbol=LUCK'],
    ['/book-closure?symbol=luck,ogdc&symbol=', '/book-closure?symbol=LUCK%2COGDC'],
    ['/customers/auth/login?next=https://evil.example/', '/customers/auth/login'],
    ['/customers/auth/login?next=/news?page=2', '/customers/auth/login?next=%2Fnews%3Fpage%3D2'],
    ['/admin/dashboard?search=x', '/admin/dashboard'],
    ['/subscriptions/sub_01/?x=1', '/subscriptions/sub_01'],
    ['/wp-login.php?x=1', '/404'],
    ['/%ff', '/404'],
    ['/_.data?x=1', '/_.data'],
    ['/news.data?search=a&_routes=root%2Cnothing&x=1', '/news.data?search=a&_routes=root'],
    ['/wp-login.php.data', '/404.data'],
  ])('maps %s to %s', (url, expected) => {
    expect(canonical(url)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });
});

describe('paths without a page', () => {
  it('renders one 404 page for all paths without a page', async () => {
    const pages = await Promise.all(['/x9f3', '/x9f4?y=1', '/news/x'].map((path) => test.request(path)));
    for (const { statusCode, headers, body } of pages) {
      expect(statusCode).toBe(404);
      expect(headers.etag).toBe(pages[0]?.headers.etag);
      expect(body).not.toContain('x9f');
    }
  });
});

describe('a client that requests more pages than can be rendered', () => {
  it('sends 503 responses to a client that requests too many pages while it serves other clients', async () => {
    // `inject` sends the request only once it is awaited.
    const search = async (text: string, remoteAddress: string) =>
      await test.request({ url: `${paths.news}?search=${text}`, remoteAddress });
    const flood = Array.from({ length: 40 }, (_, index) => search(`flood${index}`, '198.51.100.1'));
    const other = await search('ogdc', '198.51.100.2');
    expect(other.statusCode).toBe(200);
    const rejected = (await Promise.all(flood)).filter(({ statusCode }) => statusCode === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(rejected[0]?.body).toContain('<h1>Tezi is busy</h1>');
  });
});
