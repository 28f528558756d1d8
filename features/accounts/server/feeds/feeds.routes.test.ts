import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { signOut } from '#core/contract/accounts/tokens.ts';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import {
  createFeedLink,
  deleteFeedLink,
  type FeedKind,
  listFeedLinks,
} from '#features/accounts/contract/feed-links.ts';
import { setWatched } from '#features/accounts/contract/watchlist.ts';
import { feedLinks } from '#features/accounts/server/accounts.tables.ts';
import { parseFeed } from '#features/news/server/feed/parse/parse-feed.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

const PREMIUM = { entry_price: '7531.17', stop_loss: '7412.19', target_points: ['7642.13'] };
let admin: { access: string };

beforeAll(async () => {
  admin = await signInAdministrator(test);
  await makeMeetings(test.database, [
    {},
    { symbol: 'OGDC', companyName: 'Oil & Gas', meetingDate: '2026-11-25' },
  ]);
  await makeClosures(test.database, [{ bcFrom: '2026-12-15', bcTo: '2026-12-22' }, { symbol: 'OGDC' }]);
  await publish(test, admin, {
    symbol: 'OGDC',
    entry_price: '471.25',
    stop_loss: '448.00',
    target_points: ['495.00'],
  });
  await publish(test, admin, { symbol: 'LUCK', signal_type: 'swing', horizon_days: 20, ...PREMIUM });
});

async function createLink(customer: { access: string }, kind: FeedKind): Promise<string> {
  const { status, body } = await test.call(createFeedLink, { body: { kind } }, { token: customer.access });
  expect(status).toBe(201);
  return body.url.replace('https://tezi.test', '');
}

const read = (url: string, headers: Record<string, string> = {}) => test.request({ url, headers });

const readTitles = async (url: string) => parseFeed((await read(url)).body).items.map(({ title }) => title);

describe('the feed of dates', () => {
  it('has the dates of the watched companies, in Karachi time and with stable UIDs', async () => {
    const customer = await signUpCustomer(test);
    const url = await createLink(customer, 'dates');
    const readEvents = async () => {
      const response = await read(url);
      expect(response.statusCode).toBe(200);
      const lines = response.body.split('\r\n');
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      const calendar = new ICAL.Component(ICAL.parse(response.body));
      return calendar.getAllSubcomponents('vevent').map((component) => {
        const { uid, startDate } = new ICAL.Event(component);
        return [uid.split('@')[0], String(startDate), startDate.zone?.tzid];
      });
    };
    expect(await readEvents()).toEqual([]);
    const body = { symbol: 'LUCK', is_watched: true };
    await test.call(setWatched, { body }, { token: customer.access });
    const events = await readEvents();
    expect(events).toEqual([
      ['board-meeting-1', '2026-11-23T10:30:00', 'Asia/Karachi'],
      ['last-buying-day-1', '2026-12-11', 'floating'],
      ['book-closure-1', '2026-12-15', 'floating'],
    ]);
    expect(await readEvents()).toEqual(events);
  });
});

describe('the feed of signals', () => {
  it('has premium signals only while the customer may read them', async () => {
    const customer = await signUpCustomer(test);
    const free = await createLink(customer, 'signals');
    expect(await readTitles(free)).toEqual(['OGDC: Buy (intraday), Waiting for entry']);
    expect((await read(free)).body).toContain('Buy at 471.25 · stop 448.00 · TP1 495.00');
    expect((await read(free)).body).not.toContain('7531.17');

    const subscriber = await signUpSubscriber(test);
    const premium = await createLink(subscriber, 'signals');
    expect(await readTitles(premium)).toEqual([
      'LUCK: Buy (swing), Waiting for entry',
      'OGDC: Buy (intraday), Waiting for entry',
    ]);
    expect((await read(premium)).body).toContain('Buy at 7531.17 · stop 7412.19 · TP1 7642.13');
    await subscriber.sendUpdate({ status: 'canceled', current_billing_period: null });
    const lapsed = await read(premium);
    expect(lapsed.statusCode).toBe(200);
    for (const canary of ['LUCK', 'swing', ...Object.values(PREMIUM).flat()])
      expect(lapsed.body).not.toContain(canary);
  });
});

describe('every secret feed', () => {
  it('is private, is not indexed, and responds with 304 until it changes', async () => {
    const customer = await signUpCustomer(test);
    const url = await createLink(customer, 'signals');
    const { headers } = await read(url);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const current = { 'if-none-match': String(headers.etag) };
    expect(await read(url, current)).toMatchObject({ statusCode: 304, body: '' });
    await publish(test, admin, { symbol: 'MARI' });
    expect((await read(url, current)).statusCode).toBe(200);
    expect(await readTitles(url)).toContain('MARI: Buy (intraday), Waiting for entry');
  });

  it('survives a sign-out, and ends with a new URL, a revocation and the deletion of the account', async () => {
    const customer = await signUpCustomer(test);
    const status = async (url: string) => (await read(url)).statusCode;
    const first = await createLink(customer, 'dates');
    const secret = first.split('/')[3] ?? '';
    // Only the hash is stored.
    expect(JSON.stringify(await test.database.db.select().from(feedLinks))).not.toContain(secret);
    expect(await status(first.replace('dates.ics', 'signals.atom'))).toBe(404);

    const second = await createLink(customer, 'dates');
    expect([await status(first), await status(second)]).toEqual([404, 200]);
    const token = customer.access;
    const { body } = await test.call(listFeedLinks, {}, { token });
    const now = test.clock.now().toISOString();
    expect(body).toEqual({ results: [{ kind: 'dates', created_at: now, last_used_at: now }] });
    await test.call(deleteFeedLink, { params: { kind: 'dates' } }, { token });
    expect(await status(second)).toBe(404);
    expect((await test.call(deleteFeedLink, { params: { kind: 'dates' } }, { token })).status).toBe(404);

    const third = await createLink(customer, 'signals');
    await test.call(signOut, { body: { refresh_token: customer.refresh } });
    expect(await status(third)).toBe(200);
    const other = await signUpCustomer(test);
    const fourth = await createLink(other, 'signals');
    await test.call(deleteAccount, { body: { password: other.password } }, { token: other.access });
    expect(await status(fourth)).toBe(404);
  });

  it('is limited by its URL, and guesses by their client', async () => {
    const customer = await signUpCustomer(test);
    const url = await createLink(customer, 'dates');
    const statuses = new Set<number>();
    for (let count = 0; count < 121; count += 1) statuses.add((await read(url)).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    const { 'cache-control': cacheControl, 'retry-after': retryAfter } = (await read(url)).headers;
    expect({ cacheControl, retryAfter }).toEqual({ cacheControl: 'no-store', retryAfter: '3600' });
    expect((await read('/api/feeds/short/dates.ics')).statusCode).toBe(404);
  });
});
