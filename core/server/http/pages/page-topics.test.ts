import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import { getCompanyPath, paths, recordFiles } from '#core/contract/paths.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: { access: string };

const getTab = (type: string) => `${paths.psxSignals}?signal_type=${type}`;
const companyPath = getCompanyPath('LUCK');
const signalPages: string[] = [paths.today, paths.intradaySignals, getTab('intraday'), companyPath];
/** The record shows that and when a premium signal changes (decision 57). */
const RECORD_URLS: string[] = [paths.record, '/api/record/', recordFiles.entries];
const publicUrls: string[] = [
  ...Object.values(paths).filter(
    (path) => path !== paths.demo && path !== paths.mailbox && path !== paths.record,
  ),
  ...['intraday', 'swing', 'investment'].map(getTab),
  companyPath,
  `${paths.newsDetails}?news_article=1`,
  '/nothing',
  '/robots.txt',
  '/sitemap.xml',
  '/api/signals/psx-signals/?signal_type=intraday',
  '/api/signals/psx-signals/?signal_type=swing',
  '/api/news/articles/',
  '/api/search/?q=luck',
  '/search?q=luck',
  '/api/news/feed.atom',
  '/api/board-meetings/',
  '/api/board-meetings/calendar.ics',
  '/api/book-closures/',
  '/api/book-closures/calendar.ics',
  '/api/market/holidays/',
  '/api/market/settlement/',
  '/api/market/prices/LUCK/',
  '/api/market/quotes/?symbols=LUCK',
  '/api/market/next-dates/?symbols=LUCK',
  '/api/get_paddle_product_data/',
  '/api/performance/premium-sample/',
  '/api/performance/signals/',
  '/api/performance/sealed/',
  '/api/performance/arrival-times/',
];

/** Requests public URLs as a visitor. Rendered pages contain their time, so that a new rendering differs. */
async function visitAll(urls = publicUrls): Promise<Map<string, unknown>> {
  test.clock.advance(1);
  const seen = new Map<string, unknown>();
  for (const url of urls) {
    const { statusCode, headers, body } = await test.request(url);
    const { date, 'x-request-id': requestId, ...observable } = headers;
    seen.set(url, { statusCode, headers: observable, body });
  }
  return seen;
}

/** Returns the public URLs whose responses differ. */
const listChanged = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...before.keys()].filter((url) => JSON.stringify(before.get(url)) !== JSON.stringify(after.get(url)));

beforeAll(async () => {
  admin = await signInAdministrator(test);
  await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [{}]);
  await makeMeetings(test.database, [{}]);
  await makeClosures(test.database, [{}]);
  await publish(test, admin);
});

describe('the contract', () => {
  it.each(
    allEndpoints
      .filter(({ method, access }) => method === 'GET' && (access === 'open' || access === 'anyone'))
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )('declares the topics of %s, from which pages may be rendered', (_, { topics }) => {
    expect(topics).toBeDefined();
  });
});

describe('the public pages', () => {
  // Pages expire after a minute; these tests are about changes only.
  beforeEach(async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    // A database server announces each change to its own server too, after the response to the writer.
    const isSettled = async () => expect(listChanged(await visitAll(), await visitAll())).toEqual([]);
    await vi.waitFor(isSettled, { timeout: 20_000 });
  });

  describe('a change of a premium signal', () => {
    it('changes the record and all of its files', async () => {
      const before = await visitAll(RECORD_URLS);
      await publish(test, admin, { signal_type: 'swing' });
      expect(listChanged(before, await visitAll(RECORD_URLS))).toEqual(RECORD_URLS);
    });

    it('changes no other public page and no other public response', async () => {
      const before = await visitAll();
      const signal = await publish(test, admin, { signal_type: 'swing' });
      expect(listChanged(before, await visitAll())).toEqual([]);
      const params = { id: signal.id };
      await test.call(editSignal, { params, body: { title: 'Edited' } }, { token: admin.access });
      expect(listChanged(before, await visitAll())).toEqual([]);
      await test.call(deleteSignal, { params }, { token: admin.access });
      expect(listChanged(before, await visitAll())).toEqual([]);
    });
  });

  describe('a change of an intraday signal', () => {
    const signalResponses = [...signalPages, '/api/signals/psx-signals/?signal_type=intraday'];

    it('renders only the pages that show signals again', async () => {
      const before = await visitAll();
      await publish(test, admin, { title: 'Public' });
      expect(listChanged(before, await visitAll())).toEqual(signalResponses);
    });
  });

  describe('a change of another topic', () => {
    it('renders only the pages of that topic again', async () => {
      const before = await visitAll();
      await makeMeetings(test.database, [{ companyName: 'OGDC' }]);
      const after = listChanged(before, await visitAll());
      expect(after).toContain(paths.boardMeetings);
      expect(after.filter((url) => url.includes('news') || url.includes('signals'))).toEqual([]);
    });
  });

  describe('midnight in Karachi', () => {
    it('ends every page, because lists start at the date', async () => {
      const tomorrow = getStartOfDate(addDays(toKarachiDate(test.clock.now()), 1));
      test.clock.advance(tomorrow.getTime() - test.clock.now().getTime() - 10_000);
      const getEarlierDate = async () =>
        /to_date=(\d{4}-\d\d-\d\d)/.exec((await test.request(paths.boardMeetings)).body)?.[1];
      expect(await getEarlierDate()).toBe(addDays(toKarachiDate(tomorrow), -2));
      test.clock.advance(10_000);
      expect(await getEarlierDate()).toBe(addDays(toKarachiDate(tomorrow), -1));
    });
  });
});
