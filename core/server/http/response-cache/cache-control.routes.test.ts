import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import {
  ALERT_SETTINGS_PATH,
  getArticlePath,
  getCompanyPath,
  getSignalPath,
  paths,
} from '#core/contract/paths.ts';
import { pageAssets } from '#core/server/platform/assets/assets.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { fetchHead } from '#tests/support/network/raw-request.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const PRODUCTION = {
  MODE: 'production',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.test',
  CONTACT_PHONE: '+92',
  SMTP_URL: 'none',
};
const COMPANY_PAGE = `${paths.companies}/:symbol`;
/** A demo has all routes, but its pages depend on its clock too. */
let demo: string;
let production: string;
let productionApp: FastifyInstance;
let routes: string[];
/** Requests that get the usual response of a route that needs an id or a parameter. */
const targets: Record<string, string> = {
  '/api/market/companies/': '/api/market/companies/?search=luck',
  '/api/market/companies/:symbol/': '/api/market/companies/LUCK/',
  '/api/market/prices/:symbol/': '/api/market/prices/LUCK/',
  '/api/market/indices/:index/': '/api/market/indices/KSE100/',
  '/api/market/quotes/': '/api/market/quotes/?symbols=LUCK',
  '/api/market/facts/': '/api/market/facts/?symbols=LUCK',
  '/api/market/facts/:symbol/': '/api/market/facts/LUCK/',
  '/api/market/next-dates/': '/api/market/next-dates/?symbols=LUCK',
  '/api/search/': '/api/search/?q=luck',
  '/api/signals/psx-signals/': '/api/signals/psx-signals/?signal_type=intraday',
  '/api/signals/psx-signals/choices/': '/api/signals/psx-signals/choices/?signal_type=intraday',
  [COMPANY_PAGE]: getCompanyPath('LUCK'),
  '/assets/:name(^[\\w.-]+\\.[a-z0-9]+$)': '/assets/stored.js',
};

/** The routes of the table in the documentation, each with its `Cache-Control`. */
const documented = readTable(readFileSync('docs/operations/scaling.md', 'utf8'));

/** Pages that are not in `paths`. */
const OTHER_PAGES = [
  ALERT_SETTINGS_PATH,
  DEVELOPERS_PATH,
  KEYS_PATH,
  COMPANY_PAGE,
  getSignalPath(':id'),
  '/subscriptions/:id',
];
const pages = [...Object.values(paths), ...OTHER_PAGES];

beforeAll(async () => {
  const registered: RouteOptions[] = [];
  const app = await createAppOnDatabase(test.database, {}, { onRoute: (route) => registered.push(route) });
  await app.close();
  routes = registered.filter(isPublic).map(({ url }) => url);
  demo = await listen(test.app);
  productionApp = await createAppOnDatabase(test.database, PRODUCTION);
  production = await listen(productionApp);

  await test.database.db.insert(pageAssets).values({
    name: 'stored.js',
    contentType: 'application/javascript',
    content: brotliCompressSync(''),
  });
  const source = await makeSource(test.database, 'Dawn');
  const [article = 0] = await makeArticles(test.database, source, [{ title: 'An article' }]);
  const { id } = await publish(test, await signInAdministrator(test));
  targets['/api/news/articles/:id/'] = `/api/news/articles/${article}/`;
  targets['/api/signals/psx-signals/:id/'] = `/api/signals/psx-signals/${id}/`;
  targets['/signals/:id/picture.png'] = `/signals/${id}/picture.png`;
  targets[getSignalPath(':id')] = getSignalPath(id);
  targets[paths.newsDetails] = getArticlePath(article);
});

afterAll(() => productionApp.close());

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A route that rejects other methods accepts `POST` or `PUT`. The simulators are a part of the demo. */
function isPublic({ method, url, config }: RouteOptions): boolean {
  const access = config?.access ?? 'open';
  const isOpen = access === 'open' || access === 'anyone';
  const methods = [method].flat();
  const isRead = methods.includes('GET') && !methods.includes('POST') && !methods.includes('PUT');
  return isRead && isOpen && url !== '/*' && !url.startsWith('/simulators/');
}

function readTable(document: string): Map<string, string> {
  const section = document.match(/<!-- routes -->([\s\S]*?)<!-- \/routes -->/)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [names = '', value = ''] = row.split(' | ');
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name ?? '', value.replaceAll('`', '')]);
    }),
  );
}

/** Scripts and styles have one row, and so have the pages of administrators. */
const toDocumentedName = (route: string) => route.replace(/^\/(assets|admin)\/.*/, '/$1/*');

async function readCacheControl(origin: string, route: string): Promise<string | undefined> {
  const { headers } = await fetchHead(origin + (targets[route] ?? route.replace(/:\w+/, 'none')));
  return headers['cache-control'];
}

describe('the table of Cache-Control in the documentation', () => {
  it('the table of Cache-Control in the documentation has a row for every public GET route and every page, and no others', () => {
    const actual = new Set([...routes, ...pages].map(toDocumentedName));
    expect([...documented.keys()].sort()).toEqual([...actual].sort());
  });

  it('the table of Cache-Control in the documentation has the value that each route sends', async () => {
    const sent: Record<string, string | undefined> = {};
    for (const route of routes) sent[toDocumentedName(route)] = await readCacheControl(demo, route);
    const expected = Object.keys(sent).map((name) => [name, documented.get(name)]);
    expect(sent).toEqual(Object.fromEntries(expected));
  });

  it('the table of Cache-Control in the documentation has the value that each page sends', async () => {
    const sent: Record<string, string | undefined> = {};
    for (const page of pages) {
      sent[page] = await readCacheControl(page.startsWith(paths.demo) ? demo : production, page);
    }
    const expected = pages.map((page) => [page, documented.get(toDocumentedName(page))]);
    expect(sent).toEqual(Object.fromEntries(expected));
  });
});

describe('what does not exist', () => {
  it.each([
    ['/api/news/articles/0/', 'no-cache'],
    ['/api/nothing/', 'no-store'],
    ['/nothing', 'public, max-age=0, must-revalidate, s-maxage=5'],
    [getArticlePath(0), 'public, max-age=0, must-revalidate, s-maxage=5'],
  ])('what does not exist has a Cache-Control too: %s', async (path, cacheControl) => {
    const { status, headers } = await fetchHead(production + path);
    expect({ status, cacheControl: headers['cache-control'] }).toEqual({ status: 404, cacheControl });
  });
});
