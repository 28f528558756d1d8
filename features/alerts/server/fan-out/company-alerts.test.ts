import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { setWatched } from '#features/accounts/contract/watchlist.ts';
import {
  changeAlertSettings,
  type InboxAlert,
  listAlerts,
  savePushSubscription,
} from '#features/alerts/contract/endpoints.ts';
import { dateAlertsQueue, dueAlertsQueue } from '#features/alerts/server/alert-jobs.ts';
import { alertDeliveries, alertEvents } from '#features/alerts/server/alerts.tables.ts';
import { acceptFiling, listFilings } from '#features/corporate-actions/contract/filings.ts';
import { boardMeetings, bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { startImport } from '#features/imports/contract/imports.ts';
import { articles, newsSources } from '#features/news/server/news.tables.ts';
import { newsAlertQueue } from '#features/news/server/news.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { createFakePublishers, makePreparedItem } from '#tests/support/news/publishers.ts';
import { createBrowser, createPushService } from '#tests/support/push-service.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const publishers = createFakePublishers();
const service = createPushService();
const vapid = createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' });
const test = useTestApp(
  { LIMIT_SIGN_UP_ADDRESS: '1000/1h' },
  { publishers, push: { vapid, post: service.post } },
);
/** 11:00 in Karachi on Wednesday 25 November. */
const WEDNESDAY = '2026-11-25T06:00:00.000Z';

beforeEach(async () => {
  test.clock.set(WEDNESDAY);
  service.received.length = 0;
  await test.database.pool.query(`
    delete from pgboss.job;
    delete from market_holidays;
    truncate alert_events, watchlist_items, push_subscriptions, import_changes, imports, board_meetings, book_closures cascade`);
});

async function signUpWatcher(...symbols: string[]) {
  const customer = await signUpCustomer(test);
  for (const symbol of symbols)
    await test.call(setWatched, { body: { symbol, is_watched: true } }, { token: customer.access });
  return customer;
}

/** Reads the inbox with the token of the sign-up, which is valid for minutes. */
async function list({ access: token }: { access: string }): Promise<InboxAlert[]> {
  const now = test.clock.now();
  test.clock.set(WEDNESDAY);
  const { body } = await test.call(listAlerts, { query: { group: 'companies' } }, { token });
  test.clock.set(now.toISOString());
  return body.results;
}
const listTitles = async (customer: { access: string }) => (await list(customer)).map(({ title }) => title);

/** Runs the job of each minute at a time of day in Karachi. */
async function runAt(date: string, time: string): Promise<void> {
  test.clock.set(`${date}T${time}:00+05:00`);
  await test.database.transaction((tx) => enqueue(tx, dateAlertsQueue, {}));
  await test.jobs.runDue(dateAlertsQueue);
  await runAlertJobs(test);
}

describe('news', () => {
  let sources = 0;
  const makeFetchedSource = async () => {
    sources += 1;
    const id = await makeSource(test.database, `Publisher ${sources}`);
    const [source] = await test.database.db.select().from(newsSources).where(eq(newsSources.id, id));
    const fetch = async (items: ReturnType<typeof makePreparedItem>[]) => {
      publishers.respond(source?.url ?? '', { items });
      await test.feedPoller.fetchNow(id, async () => {});
      await runAlertJobs(test);
    };
    return { id, fetch };
  };
  const makeItem = (title: string, publishedAt: string | null = '2026-11-25T05:30:00Z') =>
    makePreparedItem({ title, publishedAt: publishedAt === null ? null : new Date(publishedAt) });

  it('alerts watchers of the company once, with source and time, and no other customer', async () => {
    const watcher = await signUpWatcher('LUCK', 'HBL');
    const other = await signUpWatcher('HBL');
    const { id, fetch } = await makeFetchedSource();
    await fetch([]);
    const item = makeItem('Lucky Cement opens a plant in Samawah');
    await fetch([item, makeItem('Rupee gains against the dollar')]);
    await fetch([item]);
    expect(await list(watcher)).toMatchObject([
      {
        kind: 'company_news',
        title: 'LUCK: Lucky Cement opens a plant in Samawah',
        lines: [`Publisher ${sources}, published 25 Nov 2026, 10:30 PKT`],
        path: expect.stringMatching(/^\/news\/details\?news_article=\d+$/),
        reason: 'You watch the companies',
      },
    ]);
    expect(await list(other)).toEqual([]);
    expect(await test.database.db.$count(articles, eq(articles.sourceId, id))).toBe(2);
  });

  it.each([
    ['that is hours old', 'Lucky Cement hires a director of sales', '2026-11-24T23:59:00Z'],
    ['without a date', 'Lucky Cement sponsors a cricket cup', null],
  ])('causes no alert of an article %s', async (_name, title, publishedAt) => {
    const watcher = await signUpWatcher('LUCK');
    const { fetch } = await makeFetchedSource();
    await fetch([]);
    await fetch([makeItem(title, publishedAt)]);
    expect(await list(watcher)).toEqual([]);
  });

  it('causes no alert of the first fetch of a source, nor of a story that another source reported', async () => {
    const watcher = await signUpWatcher('LUCK');
    const [first, second] = [await makeFetchedSource(), await makeFetchedSource()];
    await second.fetch([]);
    const title = 'Lucky Cement profit rises to Rs9.4bn in the first quarter';
    await first.fetch([makeItem(title)]);
    await second.fetch([makeItem(title)]);
    expect(await list(watcher)).toEqual([]);
  });

  it('alerts once about an article on several watched companies, and not of one that was removed', async () => {
    const watcher = await signUpWatcher('LUCK', 'HBL');
    const source = await makeSource(test.database, `Publisher of several ${Date.parse(WEDNESDAY)}`);
    const articleIds = await makeArticles(test.database, source, [
      { title: 'Banks and cement lead', symbols: ['HBL', 'LUCK', 'MCB', 'UBL'] },
      { title: 'Removed', symbols: ['HBL'] },
    ]);
    await subscribe(watcher);
    await test.database.transaction((tx) => enqueue(tx, newsAlertQueue, { articleIds }));
    await test.jobs.runDue(newsAlertQueue);
    await test.database.db.delete(articles).where(eq(articles.title, 'Removed'));
    await runAlertJobs(test);
    expect((await listTitles(watcher)).toSorted()).toEqual([
      'HBL, LUCK, MCB and 1 more: Banks and cement lead',
      'HBL: article removed',
    ]);
    expect(service.received.length).toBe(1);
    const [removed] = await test.database.db
      .select()
      .from(alertDeliveries)
      .where(eq(alertDeliveries.state, 'canceled'));
    expect(removed?.reason).toBe('changed');
  });
});

describe('a meeting', () => {
  const importMeetings = (...rows: string[]) =>
    importFile(['symbol,meeting_date,meeting_time,subject', ...rows].join('\n'));
  async function importFile(content: string): Promise<void> {
    const { access: token } = await signInAdministrator(test);
    const body = { kind: 'board-meetings' as const, file_name: 'meetings.csv', content };
    expect((await test.call(startImport, { body }, { token })).status).toBe(201);
    await test.importer.waitUntilIdle();
    await runAlertJobs(test);
  }

  it('is announced to watchers when it is imported, once, and again when it moves', async () => {
    const watcher = await signUpWatcher('LUCK');
    await importMeetings(
      'LUCK,2026-11-30,10:30,Accounts',
      'LUCK,2026-11-20,10:30,Over',
      'HBL,2026-11-30,,Budget',
    );
    await importMeetings('LUCK,2026-11-30,14:00,Accounts');
    expect(await list(watcher)).toMatchObject([
      {
        kind: 'meeting_announced',
        title: 'LUCK: board meeting on Mon 30 Nov 2026',
        lines: ['At 2:00 PM PKT', 'Accounts'],
        path: '/companies/LUCK',
      },
    ]);
    await importFile(`date,time,symbol,name,title,image,document
"Nov 25, 2026",10:51 AM,LUCK,Lucky Cement Limited,Board Meeting postponed from 30 Nov 2026 to 2 Dec 2026,900007-1.gif,`);
    const { access: token } = await signInAdministrator(test);
    const [filing] = (await test.call(listFilings, {}, { token })).body.results;
    const accepted = { params: { id: String(filing.id) }, body: filing.proposal };
    expect((await test.call(acceptFiling, accepted, { token })).status).toBe(204);
    await runAlertJobs(test);
    expect(await list(watcher)).toMatchObject([
      {
        title: 'LUCK: board meeting on Wed 2 Dec 2026',
        lines: ['Accounts', 'Moved from Mon 30 Nov 2026'],
      },
      { title: 'LUCK: date changed' },
    ]);
  });

  it.each([
    ['before the evening', '2026-11-25', '17:59', 0],
    ['in the evening', '2026-11-25', '18:00', 1],
    ['at night, if no server ran in the evening', '2026-11-26', '03:00', 1],
    ['on its morning', '2026-11-26', '08:30', 0],
  ])('is reminded of %s', async (_name, date, time, count) => {
    const watcher = await signUpWatcher('LUCK');
    await makeMeetings(test.database, [{ meetingDate: '2026-11-26', meetingTime: null }]);
    await runAt(date, time);
    await runAt(date, time);
    expect((await list(watcher)).length).toBe(count);
  });

  it('after a weekend and a holiday is reminded of in the evening of the last trading day', async () => {
    const watcher = await signUpWatcher('LUCK');
    await test.database.pool.query(
      "insert into market_holidays (date, name, is_tentative) values ('2026-11-27', 'Holiday', false)",
    );
    await makeMeetings(test.database, [
      { meetingDate: '2026-11-28' },
      { meetingDate: '2026-11-30' },
      { meetingDate: '2026-12-01' },
    ]);
    await runAt('2026-11-26', '18:00');
    expect((await listTitles(watcher)).toSorted()).toEqual([
      'LUCK: board meeting on Mon 30 Nov 2026',
      'LUCK: board meeting on Sat 28 Nov 2026',
    ]);
    await runAt('2026-11-27', '18:00');
    expect((await list(watcher)).length).toBe(2);
  });

  it.each([
    ['moved', { meetingDate: '2026-12-03' }],
    ['postponed', { state: 'postponed' as const }],
  ])('that is %s before the alert is sent causes none with the old date', async (_name, change) => {
    const watcher = await signUpWatcher('LUCK');
    await subscribe(watcher);
    await test.call(
      changeAlertSettings,
      { body: { quiet_hours: { from: '17:00', until: '20:00', time_zone: 'Asia/Karachi' } } },
      { token: watcher.access },
    );
    const [id = 0] = await makeMeetings(test.database, [{ meetingDate: '2026-11-26' }]);
    await runAt('2026-11-25', '18:00');
    expect(await listTitles(watcher)).toEqual(['LUCK: board meeting on Thu 26 Nov 2026']);
    await test.database.db.update(boardMeetings).set(change).where(eq(boardMeetings.id, id));
    test.clock.set('2026-11-25T20:01:00+05:00');
    await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
    await test.jobs.runDue(dueAlertsQueue);
    await runAlertJobs(test);
    expect(service.received).toEqual([]);
    expect(await test.database.db.select().from(alertDeliveries)).toMatchObject([
      { state: 'canceled', reason: 'changed' },
    ]);
    expect(await listTitles(watcher)).toEqual(['LUCK: date changed']);
  });
});

describe('a last buying day', () => {
  // Trades settle a day later, so that the last buying day of a closure from Friday 27 November is Wednesday 25 November.
  const CLOSURE = { bcFrom: '2026-11-27', bcTo: '2026-12-03', payout: '250%(F) (D)', faceValue: '5' };

  it('is alerted of in the evening before and in its morning, and never twice', async () => {
    const watcher = await signUpWatcher('LUCK');
    const browser = await subscribe(watcher);
    await makeClosures(test.database, [
      CLOSURE,
      { ...CLOSURE, symbol: 'HBL' },
      { ...CLOSURE, payout: 'NIL' },
    ]);
    const times = [
      ['2026-11-24', '17:59', 0],
      ['2026-11-24', '18:00', 1],
      ['2026-11-25', '08:29', 1],
      ['2026-11-25', '08:30', 2],
      ['2026-11-25', '15:29', 2],
      ['2026-11-25', '18:00', 2],
    ] as const;
    for (const [date, time, count] of times) {
      await runAt(date, time);
      expect([date, time, (await list(watcher)).length]).toEqual([date, time, count]);
    }
    expect(await list(watcher)).toMatchObject([
      {
        kind: 'last_buying_day',
        title: 'LUCK: last buying day Wed 25 Nov 2026',
        lines: [
          'Payout: Rs. 12.50 a share',
          'Who buys from Thu 26 Nov 2026 on does not get it (estimated from the book closure)',
        ],
      },
      { title: 'LUCK: last buying day Wed 25 Nov 2026' },
    ]);
    const tags = service.received.map(
      ({ body }) => (browser.decrypt(body).notification as { tag: string }).tag,
    );
    expect([tags.length, new Set(tags).size]).toEqual([2, 1]);
    expect(service.received.at(-1)?.headers).toMatchObject({ Urgency: 'high', TTL: String(7 * 3600) });
  });

  it('by a published ex-date is the trading day before it', async () => {
    const watcher = await signUpWatcher('LUCK');
    await makeClosures(test.database, [
      { ...CLOSURE, bcFrom: '2026-12-10', bcTo: null, exDate: '2026-11-30' },
    ]);
    await runAt('2026-11-26', '18:00');
    expect(await listTitles(watcher)).toEqual(['LUCK: last buying day Fri 27 Nov 2026']);
  });

  it('that moved says so in the inbox', async () => {
    const watcher = await signUpWatcher('LUCK');
    const [id = 0] = await makeClosures(test.database, [CLOSURE]);
    await runAt('2026-11-24', '18:00');
    await test.database.db
      .update(bookClosures)
      .set({ bcFrom: '2026-12-10', bcTo: null })
      .where(eq(bookClosures.id, id));
    expect(await listTitles(watcher)).toEqual(['LUCK: date changed']);
  });

  it('is in the daily email of its morning once', async () => {
    const watcher = await signUpWatcher('LUCK');
    await test.database.pool.query('update users set email_verified_at = now()');
    await test.call(changeAlertSettings, { body: { email: 'daily' } }, { token: watcher.access });
    await test.deliverEmails();
    await makeClosures(test.database, [CLOSURE]);
    await runAt('2026-11-24', '18:00');
    await runAt('2026-11-25', '08:30');
    test.clock.set('2026-11-25T08:45:00+05:00');
    await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
    await test.jobs.runDue(dueAlertsQueue);
    await runAlertJobs(test);
    const emails = await test.deliverEmails();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [watcher.email, 'LUCK: last buying day Wed 25 Nov 2026'],
    ]);
  });
});

it('stores nothing about companies that no customer watches', async () => {
  await signUpWatcher('HBL');
  await makeMeetings(test.database, [{ meetingDate: '2026-11-26' }]);
  await runAt('2026-11-25', '18:00');
  expect(await test.database.db.$count(alertEvents)).toBe(0);
});

async function subscribe(customer: { access: string }) {
  const browser = createBrowser();
  await test.call(savePushSubscription, { body: browser.keys }, { token: customer.access });
  return browser;
}
