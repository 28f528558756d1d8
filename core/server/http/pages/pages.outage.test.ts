import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const NOTICE = 'Live data is currently unavailable.';
const MARKET_STATUS = 'class="market-status';

const findHeading = (html: string) => /<h1[^>]*>([^<]+)/.exec(html)?.[1];
const pages = [paths.intradaySignals, paths.boardMeetings, paths.bookClosure, paths.news];

beforeAll(async () => {
  await publish(test, await signInAdministrator(test));
  await makeMeetings(test.database, [{}]);
  await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [{}]);
});

/** Simulates an unreachable database, including the loss of the connection that listens for changes. */
function loseDatabase(): void {
  const fail = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  vi.spyOn(test.database.pool, 'query').mockImplementation(fail as never);
  vi.spyOn(test.database.pool, 'connect').mockImplementation(fail as never);
  test.database.changes.emit(null);
}

function restoreDatabase(): void {
  vi.mocked(test.database.pool.query).mockRestore();
  vi.mocked(test.database.pool.connect).mockRestore();
  test.database.changes.emit(null);
}

afterEach(() => test.database.changes.emit(null));

describe('while the database cannot be reached', () => {
  it('finds companies of the directory', async () => {
    loseDatabase();
    for (const url of ['/api/market/companies/?search=mari', '/companies?search=mari']) {
      const { statusCode, body } = await test.request(url);
      expect(statusCode, url).toBe(200);
      expect(body).toContain('Mari Energies Limited');
    }
    restoreDatabase();
  });

  it.each(pages)('%s shows its last good copy with a notice', async (url) => {
    const good = await test.request(url);
    expect(good.statusCode).toBe(200);
    expect(good.body).not.toContain(NOTICE);
    loseDatabase();
    for (let request = 0; request < 2; request += 1) {
      const etag = String(good.headers.etag);
      const stale = await test.request({ url, headers: { 'if-none-match': etag } });
      expect(stale.statusCode).toBe(200);
      expect(stale.body).toContain(NOTICE);
      expect(stale.body).toMatch(/Shown as of <time[^>]*>\d+ \w{3} \d{4}, \d\d:\d\d PKT<\/time>/);
      expect(stale.headers).toMatchObject({
        'cache-control': 'no-store',
        'cache-status': 'tezi; fwd=stale; fwd-status=503',
        age: expect.stringMatching(/^\d+$/),
      });
      expect(stale.headers).not.toHaveProperty('etag');
    }
    restoreDatabase();
    const fresh = await test.request(url);
    expect(fresh.statusCode).toBe(200);
    expect(fresh.body).not.toContain(NOTICE);
    expect(fresh.headers).not.toHaveProperty('cache-status');
  });

  it('sends the stale page again, with 200 and compressed, to a browser that has the fresh one', async () => {
    const { headers } = await test.request(paths.intradaySignals);
    loseDatabase();
    const encoded = await test.request({
      url: paths.intradaySignals,
      headers: { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) },
    });
    expect(encoded.statusCode).toBe(200);
    expect(encoded.headers['content-encoding']).toBe('gzip');
  });

  it.each([
    ...pages.map((url) => (url === paths.intradaySignals ? url : `${url}?search=never-requested`)),
    `${paths.newsDetails}?news_article=1`,
  ])('%s returns 503 without a good copy', async (path) => {
    // Signals have no search: the other URL of their page has no copy yet.
    const url = path === paths.intradaySignals ? `${paths.psxSignals}?signal_type=intraday` : path;
    loseDatabase();
    const { statusCode, headers, body } = await test.request(url);
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<h1');
    restoreDatabase();
    expect((await test.request(url)).statusCode).not.toBe(503);
  });

  it('returns 503 for the data of a page, which cannot carry a notice', async () => {
    const url = `${paths.intradaySignals}.data`;
    expect((await test.request(url)).statusCode).toBe(200);
    loseDatabase();
    expect((await test.request(url)).statusCode).toBe(503);
  });

  it('serves pages without data as usual, but without the market status', async () => {
    const { body } = await test.request(paths.terms);
    expect(body).toContain(MARKET_STATUS);
    loseDatabase();
    const response = await test.request(paths.terms);
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain(MARKET_STATUS);
    expect(response.body).not.toContain(NOTICE);
    expect(findHeading(response.body)).toBe(findHeading(body));
    expect(findHeading(body)).toBeTruthy();
  });
});
