import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { deleteSignal, editSignal } from '#contract/signals/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { allEndpoints } from '#tests/support/contract.ts';
import { makeClosures, makeMeetings } from '#tests/support/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: { access: string };

const tab = (type: string) => `${paths.psxSignals}?signal_type=${type}`;
const signalPages: string[] = [paths.intradaySignals, tab('intraday')];
const publicUrls: string[] = [
  ...Object.values(paths).filter((path) => path !== paths.mailbox),
  ...['intraday', 'swing', 'investment'].map(tab),
  `${paths.newsDetails}?news_article=1`,
  '/nothing',
  '/robots.txt',
  '/sitemap.xml',
  '/api/signals/psx-signals/?signal_type=intraday',
  '/api/signals/psx-signals/?signal_type=swing',
  '/api/news/articles/',
  '/api/news/feed.atom',
  '/api/board-meetings/',
  '/api/board-meetings/calendar.ics',
  '/api/book-closures/',
  '/api/book-closures/calendar.ics',
  '/api/market/holidays/',
  '/api/get_paddle_product_data/',
];

/** Everything that a visitor receives from all public URLs; rendered data has its time, so it shows a new rendering. */
async function visitAll(): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  for (const url of publicUrls) {
    const { statusCode, headers, body } = await test.request(url);
    const { date, ...observable } = headers;
    seen.set(url, { statusCode, headers: observable, body });
  }
  return seen;
}

/** The public URLs whose responses differ. */
const changed = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  publicUrls.filter((url) => JSON.stringify(before.get(url)) !== JSON.stringify(after.get(url)));

beforeAll(async () => {
  admin = await signInAdministrator(test);
  await makeArticles(test.database, await makeSource(test.database, 'Outlet'), [{}]);
  await makeMeetings(test.database, [{}]);
  await makeClosures(test.database, [{}]);
  await publish(test, admin);
});

// Pages expire after a minute; here only changes are to matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));

describe('the contract', () => {
  it.each(
    allEndpoints
      .filter(({ method, access }) => method === 'GET' && (access === 'open' || access === 'anyone'))
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )('names the topics of %s, which pages may be rendered from', (_, { topics }) => {
    expect(topics).toBeDefined();
  });
});

describe('a change of a premium signal', () => {
  it('is observable on no public page and in no public response', async () => {
    const before = await visitAll();
    const signal = await publish(test, admin, { signal_type: 'swing' });
    expect(changed(before, await visitAll())).toEqual([]);
    const params = { id: signal.id };
    await test.call(editSignal, { params, body: { title: 'Edited' } }, { token: admin.access });
    expect(changed(before, await visitAll())).toEqual([]);
    await test.call(editSignal, { params, body: { signal_type: 'investment' } }, { token: admin.access });
    expect(changed(before, await visitAll())).toEqual([]);
    await test.call(deleteSignal, { params }, { token: admin.access });
    expect(changed(before, await visitAll())).toEqual([]);
  });
});

describe('a change of an intraday signal', () => {
  const signalResponses = [...signalPages, '/api/signals/psx-signals/?signal_type=intraday'];

  it('renders only the pages again that show signals', async () => {
    const before = await visitAll();
    await publish(test, admin, { title: 'For everybody' });
    expect(changed(before, await visitAll())).toEqual(signalResponses);
  });

  it('is shown when a premium signal becomes one, and when it ceases to be one', async () => {
    const signal = await publish(test, admin, { signal_type: 'swing', title: 'Moved' });
    const setType = (type: 'intraday' | 'swing') =>
      test.call(
        editSignal,
        { params: { id: signal.id }, body: { signal_type: type } },
        { token: admin.access },
      );
    const shown = async () => (await test.request(paths.intradaySignals)).body.includes('Moved');
    expect(await shown()).toBe(false);
    await setType('intraday');
    expect(await shown()).toBe(true);
    await setType('swing');
    expect(await shown()).toBe(false);
  });
});

describe('a change of another topic', () => {
  it('renders only the pages of that topic again', async () => {
    const before = await visitAll();
    await makeMeetings(test.database, [{ companyName: 'OGDC' }]);
    const after = changed(before, await visitAll());
    expect(after).toContain(paths.boardMeetings);
    expect(after.filter((url) => url.includes('news') || url.includes('signals'))).toEqual([]);
  });
});
