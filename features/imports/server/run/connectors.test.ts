import { beforeEach, expect, it, vi } from 'vitest';
import { type InboxTask, readInbox } from '#core/contract/inbox.ts';
import type { Check } from '#core/server/platform/checks/checks.ts';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { ExpectedJobError } from '#core/server/platform/jobs/queue.ts';
import { databaseNow } from '#core/server/platform/schedule.ts';
import { boardMeetings } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { createEventsCheck } from '#features/corporate-actions/server/events-check.ts';
import {
  dismissWaitingImport,
  listWaitingImports,
  previewImport,
  readWaitingImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { imports } from '#features/imports/server/imports.tables.ts';
import { downloadQueue } from '#features/market/server/market.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { type Connector, createConnectors } from './connectors.ts';

const test = useTestApp();
const CONNECTOR = { kind: 'board-meetings', url: 'https://data.example/meetings.csv?token=secret' } as const;
const csv = (...dates: string[]) =>
  ['symbol,meeting_date', ...dates.map((date) => `LUCK,${date}`)].join('\n');

beforeEach(async () => {
  await test.database.pool.query(
    'truncate imports, import_changes, waiting_imports, board_meetings, price_bars restart identity',
  );
});

it('imports changes from a URL every six hours on one server', async () => {
  const requested: string[] = [];
  let response = { status: 200, text: csv('2026-11-23') };
  const { database, clock, importer } = test;
  const warn = vi.fn();
  const make = () =>
    createConnectors(test.jobs, [CONNECTOR], {
      database,
      clock,
      importer,
      logger: { ...test.logger, warn } as never,
      fetch: async (url) => {
        requested.push(url);
        return { status: response.status, headers: new Headers(), body: Buffer.from(response.text), url };
      },
    });
  const [one, other] = [make(), make()];
  const meetings = () => database.db.$count(boardMeetings);

  await Promise.all([one.importDue(), other.importDue()]);
  expect(requested).toEqual([CONNECTOR.url]);
  expect(await meetings()).toBe(1);
  expect(await database.db.select().from(imports)).toMatchObject([
    { fileName: 'meetings.csv', importedBy: 'https://data.example/meetings.csv', status: 'done' },
  ]);

  clock.advance(6 * HOUR - MINUTE);
  await other.importDue();
  expect(requested.length).toBe(1);
  clock.advance(MINUTE);
  response = { status: 503, text: 'busy' };
  const reason = 'The URL responded with status 503.';
  expect(await other.importDue()).toEqual({ 'board-meetings': reason });
  expect(requested.length).toBe(2);
  expect(warn).toHaveBeenCalledWith(
    { err: new ExpectedJobError(reason), from: 'https://data.example/meetings.csv' },
    'connector import failed',
  );

  // A failed download is tried again on the next run, and the check names the reason until it succeeds.
  const check = createEventsCheck(database.db, clock);
  await expectCause(check, expect.stringContaining(`The last download failed: ${reason}`));
  expect(requested.length).toBe(3);
  response = { status: 200, text: csv('2026-11-23', '2026-11-24') };
  await expectCause(check, expect.not.stringContaining('The last download failed'));
  expect(requested.length).toBe(4);
  expect(await meetings()).toBe(2);
  clock.advance(6 * HOUR);
  expect(await one.importDue()).toEqual({});
  expect(requested.length).toBe(5);
  expect(await database.db.$count(imports)).toBe(2);

  // While another import is running, the connector retries soon.
  clock.advance(6 * HOUR);
  response = { status: 200, text: csv('2026-11-25') };
  await database.db.update(imports).set({ status: 'running', aliveAt: databaseNow });
  await one.importDue();
  expect(await meetings()).toBe(2);
  await database.db.update(imports).set({ status: 'done' });
  await one.importDue();
  expect(await meetings()).toBe(3);
});

/** Runs the scheduled job, and expects what the check finds then. */
async function expectCause(check: Check, cause: unknown) {
  await test.database.transaction((tx) => enqueue(tx, downloadQueue, {}));
  await test.jobs.runDue(downloadQueue);
  expect(await check.run()).toMatchObject({ cause });
}

const PRICES = { kind: 'prices', url: 'https://data.example/{date}.csv?token=secret' } as const;
const NAME = 'https://data.example/{date}.csv';
const prices = (...rows: string[]) => ['symbol,date,close', ...rows].join('\n');
const LUCK = 'LUCK,2026-11-19,812.00';
const HUBC = 'HUBC,2026-11-19,171.20';
/** Symbols outside the directory need review. */
const [FIRST, SECOND] = ['ZZTA,2026-11-19,12.30', 'ZZTB,2026-11-19,45.60'];

/** Downloads a file as if the last time were six hours ago. Returns the lines of the log. */
async function download(text: string, connector: Connector = PRICES): Promise<unknown[]> {
  const warn = vi.fn();
  const { database, clock, importer } = test;
  await database.pool.query('delete from rate_limits');
  await createConnectors(test.jobs, [connector], {
    database,
    clock,
    importer,
    logger: { ...test.logger, warn } as never,
    fetch: async (url) => ({ status: 200, headers: new Headers(), body: Buffer.from(text), url }),
  }).importDue();
  return warn.mock.calls;
}

async function signIn() {
  const { access: token, username } = await signInAdministrator(test);
  const withId = (id: number) => ({ params: { id: String(id) } });
  return {
    username,
    list: async () => (await test.call(listWaitingImports, {}, { token })).body.results,
    read: (id: number) => test.call(readWaitingImport, withId(id), { token }),
    dismiss: (id: number) => test.call(dismissWaitingImport, withId(id), { token }),
    preview: async (body: Parameters<typeof test.call<typeof previewImport>>[1]['body']) =>
      (await test.call(previewImport, { body }, { token })).body,
    start: (body: Parameters<typeof test.call<typeof startImport>>[1]['body']) =>
      test.call(startImport, { body }, { token }),
    countWaiting: async () => {
      const { body } = await test.call(readInbox, {}, { token });
      return body.tasks.find(({ id }: InboxTask) => id === 'waiting-imports')?.count ?? 0;
    },
  };
}
const listSymbols = async () =>
  (await test.database.db.select().from(priceBars)).map(({ symbol }) => symbol).sort();

it('imports the certain rows of a download, and the others once an administrator has confirmed them', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  const text = prices(LUCK, FIRST, SECOND);
  const left = { from: NAME, review: 2, rejected: 0 };
  expect(await download(text)).toEqual([[{ ...left, stored: 'waiting' }, 'connector left rows out']]);
  expect(await listSymbols()).toEqual(['LUCK']);
  const received = test.clock.now().toISOString();
  const waiting = {
    id: 1,
    kind: 'prices',
    file_name: '2026-11-19.csv',
    source: NAME,
    received_at: received,
    review: 2,
  };
  expect(await admin.list()).toEqual([waiting]);
  expect(await admin.countWaiting()).toBe(1);

  // The source repeats its file, which then has one more row that is certain.
  expect(await download(text)).toEqual([[{ ...left, stored: 'before' }, 'connector left rows out']]);
  await download(prices(LUCK, HUBC, FIRST, SECOND));
  expect(await admin.list()).toEqual([waiting]);
  expect(await listSymbols()).toEqual(['HUBC', 'LUCK']);

  const { body: file } = await admin.read(1);
  expect(file).toEqual({ kind: 'prices', file_name: '2026-11-19.csv', content: text });
  const { counts, rows, fingerprint } = await admin.preview({ ...file, waiting_id: 1 });
  expect(counts).toMatchObject({ new: 0, unchanged: 1, review: 2 });
  const expected = { new: 0, changed: 0, review: 2, fingerprint };
  const confirmed = rows.flatMap(({ key, symbol }: { key: string; symbol: string }) =>
    symbol === 'ZZTA' ? [key] : [],
  );
  const started = await admin.start({ ...file, expected, confirmed, waiting_id: 1 });
  expect(started).toMatchObject({ status: 201, body: { new: 1, left_out: 1, imported_by: admin.username } });
  await test.importer.waitUntilIdle();
  expect(await listSymbols()).toEqual(['HUBC', 'LUCK', 'ZZTA']);
  expect(await admin.list()).toEqual([]);
  expect(await admin.countWaiting()).toBe(0);
  expect((await admin.read(1)).status).toBe(404);

  // The row that was not confirmed does not wait again.
  await download(text);
  expect(await admin.list()).toEqual([]);
});

it('imports only the confirmed rows of a download, whose others a newer download may have changed', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  await download(prices(LUCK, HUBC, FIRST));
  await download(prices('LUCK,2026-11-19,815.00', HUBC));
  const { body: file } = await admin.read(1);
  const sent = { ...file, waiting_id: 1 };
  const { counts, rows, fingerprint } = await admin.preview(sent);
  expect(counts).toEqual({ new: 0, changed: 0, unchanged: 1, review: 1, rejected: 0, left_out: 1 });
  expect(rows).toMatchObject([
    {
      symbol: 'LUCK',
      status: 'left_out',
      changes: [],
      reason: expect.stringContaining('were imported when the download was received'),
    },
    { symbol: 'HUBC', status: 'unchanged' },
    { symbol: 'ZZTA', status: 'review' },
  ]);
  const expected = { new: 0, changed: 0, review: 1, fingerprint };
  expect((await admin.start({ ...sent, expected, confirmed: [] })).status).toBe(400);
  expect(await admin.list()).toHaveLength(1);
  const started = await admin.start({ ...sent, expected, confirmed: [rows[2].key] });
  expect(started).toMatchObject({ status: 201, body: { total: 1, new: 1, changed: 0, left_out: 1 } });
  await test.importer.waitUntilIdle();
  expect(await test.database.db.select().from(priceBars)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ symbol: 'LUCK', close: 81_500 }),
      expect.objectContaining({ symbol: 'ZZTA', close: 1_230 }),
    ]),
  );
});

it('does not import a download that another administrator has dismissed', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  await download(prices(FIRST));
  const { body: file } = await admin.read(1);
  expect((await admin.dismiss(1)).status).toBe(204);
  expect((await admin.dismiss(1)).status).toBe(404);
  const { rows } = await admin.preview(file);
  const response = await admin.start({ ...file, confirmed: [rows[0].key], waiting_id: 1 });
  expect(response).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringContaining('Another administrator has imported or dismissed this download.'),
    },
  });
  expect(await listSymbols()).toEqual([]);

  await download(prices(FIRST));
  expect(await admin.list()).toEqual([]);
});

it('keeps a download whose only row is rejected because of its company, until one is chosen', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  const content = 'company,date,close\nLucky Sement Works,2026-11-19,812.00';
  await download(content);
  expect(await admin.countWaiting()).toBe(1);
  const repairs = { companies: [{ name: 'Lucky Sement Works', symbol: 'LUCK' }] };
  const file = { kind: 'prices' as const, file_name: '2026-11-19.csv', content, waiting_id: 1, repairs };
  const { counts, rows } = await admin.preview(file);
  const confirmed = rows.flatMap(({ key, status }: { key: string; status: string }) =>
    status === 'review' ? [key] : [],
  );
  expect(counts.new + counts.review).toBe(1);
  expect((await admin.start({ ...file, confirmed })).status).toBe(201);
  await test.importer.waitUntilIdle();
  expect(await listSymbols()).toEqual(['LUCK']);
  expect(await admin.countWaiting()).toBe(0);
});

it('replaces a waiting download whose rows are all in a later one of the same source', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  await download(prices(FIRST));
  await download(prices(SECOND), { kind: 'prices', url: 'https://other.example/all.csv' });
  await download(prices(SECOND));
  expect((await admin.list()).map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
  await download(prices(SECOND, FIRST, 'ZZTC,2026-11-19,7.80'));
  expect(await admin.list()).toMatchObject([{ id: 2 }, { source: NAME, review: 3 }]);
});

it('stores at most thirty waiting downloads of a source', async () => {
  test.clock.set('2026-11-19T17:00:00Z');
  const admin = await signIn();
  for (let count = 0; count < 30; count += 1) await download(prices(`ZZ${count},2026-11-19,12.30`));
  const [[entry] = []] = (await download(prices(FIRST))) as unknown[][];
  expect(entry).toMatchObject({ review: 1, stored: 'too many' });
  expect(await admin.list()).toHaveLength(30);
});
