import nodeCrypto from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import {
  createNodeCryptography,
  describeReport,
  verifySite,
} from '#features/ledger/contract/verify-record.mjs';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { readPerformance } from '#features/signals/contract/track-record/performance.ts';
import {
  listRecordSignals,
  type RecordSignal,
} from '#features/signals/contract/track-record/record-signals.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import {
  enterTermChanges,
  storeTerms,
} from '#features/signals/server/track-record/terms/enter-term-changes.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { forceChange } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7', TRACK_RECORD_COST_PERCENT: '0.50' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
/** Part of every text of the premium signals that are not released. */
const MARK = 'QXPREMIUMQX';
const SECRETS = { symbol: MARK, title: MARK, sector: MARK, analyst_name: MARK, rationale: MARK };
const BARS = { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 99, 101] } as const;

const signals = {} as Record<'won' | 'lost' | 'deleted' | 'running' | 'secret', AdminSignal>;

beforeAll(async () => {
  const bars = structuredClone(BARS) as unknown as Record<string, [number, number, number, number]>;
  await storeBars(test, 'OGDC', { ...bars, '2026-11-03': [101, 111, 100, 110] });
  await storeBars(test, 'PPL', { ...bars, '2026-11-03': [101, 102, 94, 96] });
  await storeBars(test, 'HBL', { ...bars, '2026-11-03': [101, 102, 94, 96] });
  await storeBars(test, MARK, { ...bars, '2026-11-19': [101, 102, 94, 96] });
  test.clock.set('2026-11-02T03:00:00Z');
  const admin = await signInAdministrator(test);
  const add = (body: object) => publish(test, admin, { ...LEVELS, ...body });
  signals.won = await add({
    symbol: 'OGDC',
    signal_type: 'swing',
    rationale: 'Broke out.',
    title: 'A title',
  });
  signals.lost = await add({ symbol: 'PPL', signal_type: 'swing' });
  signals.deleted = await add({ symbol: 'HBL', signal_type: 'intraday', target_points: ['130.00'] });
  // It ended a day before the release of the others.
  signals.secret = await add({ ...SECRETS, signal_type: 'swing' });
  test.clock.set('2026-11-05T06:00:00Z');
  const { access } = await signInAdministrator(test);
  await test.call(deleteSignal, { params: { id: signals.deleted.id } }, { token: access });
  await evaluate('2026-11-20T04:00:00Z');
  await releaseEndedSignals({ ...test, config: { premiumPublicAfterDays: 7 } });
  await storeTerms(test);
  await enterTermChanges(test);
  test.clock.set('2026-11-20T06:00:00Z');
  const { access: token } = await signInAdministrator(test);
  signals.running = await publish(test, { access: token }, { symbol: 'LUCK' });
  const body = { note: 'Volume is rising.' } as never;
  await test.call(editSignal, { params: { id: signals.running.id }, body }, { token });
});

async function evaluate(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

const list = async (query: { after?: string } = {}) =>
  (await test.call(listRecordSignals, { query })).body as { results: RecordSignal[]; next: number | null };

/** Verifies the site as the script does, with responses that an operator has changed. */
const verify = (change: (text: string, path: string) => string = (text) => text) =>
  verifySite('http://tezi.test', {
    cryptography: createNodeCryptography(nodeCrypto),
    now: test.clock.now().getTime(),
    pause: async () => {},
    load: async ({ pathname, search }) => {
      const { statusCode, body } = await test.request(pathname + search);
      expect(statusCode, pathname).toBe(200);
      return Buffer.from(change(body, pathname));
    },
  });

/** Changes a signal of the list. */
const changePage =
  (id: string, change: (signal: RecordSignal) => RecordSignal | []) => (text: string, path: string) => {
    if (path !== `/api${listRecordSignals.path}`) return text;
    const page = JSON.parse(text);
    return JSON.stringify({
      ...page,
      results: page.results.flatMap((each: RecordSignal) => (each.id === id ? change(each) : each)),
    });
  };

describe('GET /record/signals/', () => {
  it('lists every signal whose publication is public in the record, as its page shows it', async () => {
    const { results, next } = await list();
    expect(next).toBeNull();
    expect(results.map(({ id }) => id)).toEqual(
      [signals.won, signals.lost, signals.deleted, signals.running].map(({ id }) => id),
    );
    expect(results[0]).toMatchObject({
      symbol: 'OGDC',
      title: 'A title',
      rationale: 'Broke out.',
      published_levels: LEVELS,
      deleted_at: null,
      state: { kind: 'closed_target', r_multiple: '2.00' },
      evaluation: { state: 'closed', reason: 'target', fill_date: '2026-11-02', r_multiple: '2.0000' },
      decision: null,
      headline_r: '1.9000',
    });
    expect(results[2]).toMatchObject({ state: { kind: 'deleted' }, deleted_at: '2026-11-05T06:00:00.000Z' });
    expect(results[3]).toMatchObject({ state: { kind: 'waiting' }, evaluation: null, headline_r: null });
  });

  it('has a page for every thousand entries of the record, and no others', async () => {
    const readPage = (after: number) => test.call(listRecordSignals, { query: { after: String(after) } });
    expect((await readPage(1000)).status).toBe(404);
    await test.database.pool.query('create table saved_entries as table ledger_entries');
    await test.database.pool.query('create table saved_payloads as table ledger_payloads');
    await forceChange(
      test,
      `insert into ledger_entries (sequence, recorded_at, kind, commitment, previous, hash)
        select 2001, recorded_at, kind, commitment, 'x', 'x' from ledger_entries where sequence = 1;
       update ledger_payloads set sequence = 2001 where reference = 'signal-version:${signals.running.id}:1'`,
    );
    await test.database.transaction(async (_, announce) => announce('track-record'));
    const pages = await Promise.all([0, 1000, 2000].map(async (after) => (await readPage(after)).body));
    expect(pages.map(({ next }) => next)).toEqual([1000, 2000, null]);
    expect(pages.map(({ results }) => results.length)).toEqual([3, 0, 1]);
    expect((await readPage(3000)).status).toBe(404);
    await forceChange(
      test,
      `delete from ledger_payloads; delete from ledger_entries; insert into ledger_entries table saved_entries;
       insert into ledger_payloads table saved_payloads; drop table saved_entries; drop table saved_payloads`,
    );
    await test.database.transaction(async (_, announce) => announce('track-record'));
  });

  it('lists nothing of premium signals that are not released', async () => {
    const { body } = await test.request(`/api${listRecordSignals.path}`);
    expect(body).not.toContain(MARK);
    expect(body).not.toContain(signals.secret.id);
  });

  it('is not rendered again when a premium signal changes', async () => {
    await list();
    const { rendered } = test.app.responseCache.counters;
    const { access } = await signInAdministrator(test);
    const body = { stop_loss: '96.00', override_reason: 'Made for a test' };
    const params = { id: signals.secret.id };
    expect((await test.call(editSignal, { params, body: body as never }, { token: access })).status).toBe(
      200,
    );
    await list();
    expect(test.app.responseCache.counters.rendered).toBe(rendered);
  });

  it.each(['-1', 'x', '1', '999', '1001', '00', '01000', '1000000000000000000'])(
    'rejects a page after entry %s',
    async (after) => {
      expect((await test.call(listRecordSignals, { query: { after } })).status).toBe(400);
    },
  );
});

describe('the verification of a site', () => {
  it('finds that the pages and the figures are those of the record', async () => {
    const report = await verify();
    expect(report).toMatchObject({ isValid: true, findings: [], pages: 4, areFiguresCompared: true });
    expect(describeReport(report)).toContain('The pages of 4 public signals match the record.');
    const { body } = await test.call(readPerformance, { query: {} });
    expect(body).toMatchObject({ record_sequence: report.entries, statistics: { closed: 3, won: 2 } });
  });

  it.each<[string, keyof typeof signals, (signal: RecordSignal) => RecordSignal | [], string]>([
    [
      'a gain for a loss',
      'lost',
      (signal) =>
        ({
          ...signal,
          evaluation: { ...(signal.evaluation as object), r_multiple: '3.5000' },
        }) as RecordSignal,
      'its page shows evaluation.r_multiple "3.5000", the record "-1.0000".',
    ],
    [
      'a gain in the state',
      'lost',
      (signal) => ({ ...signal, state: { ...signal.state, r_multiple: '3.50' } }),
      'its page shows state.r_multiple "3.50", the record "-1.00".',
    ],
    [
      'another state',
      'lost',
      (signal) => ({ ...signal, state: { ...signal.state, kind: 'not_measurable' } }),
      'its page shows state "not_measurable", the record "stopped".',
    ],
    ['a missing page', 'lost', () => [], 'is public, but the site has no page of it.'],
    ['another stop loss', 'won', (signal) => ({ ...signal, stop_loss: '99.00' }), 'its page shows stop_loss'],
    [
      'another published entry',
      'won',
      (signal) => ({ ...signal, published_levels: { ...signal.published_levels, entry_price: '90.00' } }),
      'its page shows published_levels.entry_price "90.00", the record "100.00".',
    ],
    [
      'another rationale',
      'won',
      (signal) => ({ ...signal, rationale: 'Fell.' }),
      'its page shows rationale "Fell."',
    ],
    [
      'another note',
      'running',
      (signal) => ({
        ...signal,
        notes: signal.notes?.map((note) => ({ ...note, text: 'As said.' })) ?? null,
      }),
      'its page shows notes [{"text":"As said.",',
    ],
    ['no note any more', 'running', (signal) => ({ ...signal, notes: null }), 'its page shows notes null'],
    ['another title', 'won', (signal) => ({ ...signal, title: 'B' }), 'its page shows title "B"'],
    [
      'a deletion that did not happen',
      'won',
      (signal) => ({ ...signal, deleted_at: '2026-11-05T06:00:00.000Z' }),
      'its page shows is_deleted true',
    ],
    [
      'a result that does not count',
      'lost',
      (signal) => ({ ...signal, counts_as: null, headline_r: null }),
      'the figures count nothing, by the record -1.1000 R.',
    ],
  ])('finds %s', async (_, name, change, message) => {
    const { id } = signals[name];
    const report = await verify(changePage(id, change));
    expect(report.isValid).toBe(false);
    expect(report.findings?.[0]).toContain(`Signal ${id}`);
    expect(report.findings?.[0]).toContain(message);
    expect(describeReport(report)[0]).toBe('The site contradicts its record.');
  });

  it('finds a page of a signal that the record does not contain', async () => {
    const copy = { ...signals.secret, id: nodeCrypto.randomUUID() };
    const report = await verify(
      changePage(signals.won.id, (signal) => [signal, { ...signal, id: copy.id }] as never),
    );
    expect(report.findings).toEqual([
      expect.stringContaining(`Signal ${copy.id} (OGDC): the site has its page, but the record does not`),
    ]);
  });

  it('finds figures that do not follow from the record', async () => {
    const report = await verify((text, path) =>
      path.endsWith('/performance/') ? text.replace('"expectancy":"0.300"', '"expectancy":"0.900"') : text,
    );
    expect(report.findings).toEqual([
      'The figure expectancy on /performance is "0.900", by the record "0.300".',
      ...['3M', '6M', '1Y'].map(
        (period) =>
          `The figure expectancy on /performance?period=${period} is "0.900", by the record "0.300".`,
      ),
    ]);
  });

  it('finds a result that was changed in the database with the triggers disabled', async () => {
    await forceChange(
      test,
      `update signal_outcomes set r_multiple = 3.5 where signal_id = '${signals.lost.id}'`,
    );
    const load = await verify((text, path) => (path.endsWith('/record/signals/') ? `${text} ` : text));
    // What is stored for a while is not rendered again until something is announced.
    await test.database.transaction(async (_, announce) => announce('track-record'));
    const report = await verify();
    expect(load.isValid).toBe(true);
    expect(report.findings?.[0]).toContain(
      'its page shows evaluation.r_multiple "3.5000", the record "-1.0000".',
    );
    await forceChange(
      test,
      `update signal_outcomes set r_multiple = -1 where signal_id = '${signals.lost.id}'`,
    );
    await test.database.transaction(async (_, announce) => announce('track-record'));
  });

  it('loads pages again that changed while the record was loaded', async () => {
    let loaded = 0;
    const report = await verify((text, path) => {
      if (path.endsWith('/record/signals/')) loaded += 1;
      const isFirst = path.endsWith('/record/signals/') && loaded === 1;
      return isFirst
        ? changePage(signals.won.id, (signal) => ({ ...signal, title: 'Before' }))(text, path)
        : text;
    });
    expect(report).toMatchObject({ isValid: true });
    expect(loaded).toBe(2);
  });
});

describe('a result that changes after its release', () => {
  const decide = async (id: string, body: object) => {
    const { access: token } = await signInAdministrator(test);
    const response = await test.call(decideOutcome, { params: { id }, body: body as never }, { token });
    expect(response.status).toBe(201);
  };
  const readFigures = async () => (await test.call(readPerformance, { query: {} })).body.statistics;
  const readHeadline = async (id: string) =>
    (await list()).results.find((each) => each.id === id)?.headline_r;

  it('is in the record at once when a correction changes it, so that the site does not contradict it', async () => {
    const { id } = signals.lost;
    expect(await readHeadline(id)).toBe('-1.1000');
    await storeBars(test, 'PPL', { '2026-11-03': [101, 112, 99, 111] });
    await evaluate('2026-11-20T15:00:00Z');
    expect(await readHeadline(id)).toBe('1.9000');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
  });

  it('is in the record at once when it is open again, and the result before counts until it ends', async () => {
    const { id } = signals.lost;
    const ended = await readFigures();
    await storeBars(test, 'PPL', { '2026-11-03': [101, 104, 99, 103] });
    await evaluate('2026-11-20T15:10:00Z');
    const [, reopened] = (await list()).results;
    expect(reopened).toMatchObject({ id, state: { kind: 'entered' }, headline_r: '1.9000' });
    expect(await readFigures()).toEqual(ended);
    expect((await test.request(getSignalPath(id))).body).toContain('has reopened this signal');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
    // The correction is in the record: a site that counts nothing until the signal ends again is found.
    const report = await verify(
      changePage(id, (signal) => ({ ...signal, counts_as: 'in_progress', headline_r: null })),
    );
    expect(report.findings?.[0]).toContain('the figures count "in_progress", by the record 1.9000 R.');
    // It ends again too late for a release, and counts at once.
    await storeBars(test, 'PPL', { '2026-11-19': [102, 103, 94, 96] });
    await evaluate('2026-11-20T15:15:00Z');
    expect(await readHeadline(id)).toBe('-1.1000');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
    await storeBars(test, 'PPL', { '2026-11-03': [101, 102, 94, 96] });
    await evaluate('2026-11-20T15:20:00Z');
    expect(await readHeadline(id)).toBe('-1.1000');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
  });

  it('is in the record at once when an administrator decides', async () => {
    const { id } = signals.won;
    test.clock.set('2026-11-20T15:30:00Z');
    const prices = { fill_price: '100.00', exit_price: '101.00', exit_date: '2026-11-03' };
    await decide(id, { kind: 'override', reason: 'Closed within the session.', ...prices });
    expect(await readHeadline(id)).toBe('0.1000');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
    await decide(id, { kind: 'withdraw', reason: 'Decided by mistake.' });
    expect(await readHeadline(id)).toBe('1.9000');
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
  });

  it('stays sealed while the signal is not released', async () => {
    await decide(signals.secret.id, { kind: 'void', reason: MARK });
    expect((await test.request('/record/entries.jsonl')).body).not.toContain(MARK);
    expect(await verify()).toMatchObject({ isValid: true, findings: [] });
  });
});

it('a signal whose prices are overdue counts as not measurable on the site and by the record', async () => {
  const bars = { '2026-11-18': [104, 105, 103, 104], '2026-11-19': [104, 105, 103, 104] } as const;
  await storeBars(test, 'LUCK', structuredClone(bars) as never);
  // The source gives previous closes, but not that of this bar: the one before it may be missing.
  await storeBars(test, 'LUCK', { '2026-11-23': [104, 105, 103, 104] }, { hasPreviousCloses: false });
  await evaluate('2026-12-04T15:00:00Z');
  await releaseEndedSignals({ ...test, config: { premiumPublicAfterDays: 7 } });
  const { results } = await list();
  expect(results.find(({ id }) => id === signals.running.id)).toMatchObject({
    state: { kind: 'awaiting_prices' },
    counts_as: 'overdue',
  });
  const { statistics } = (await test.call(readPerformance, { query: {} })).body;
  expect(statistics).toMatchObject({ overdue: 1, unmeasurable_rate: expect.stringMatching(/^[1-9]/) });
  expect(await verify()).toMatchObject({ isValid: true, findings: [], areFiguresCompared: true });
});
