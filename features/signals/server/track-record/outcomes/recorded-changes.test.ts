import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '#core/server/platform/backup/restore-backup.ts';
import { writeBackup } from '#core/server/platform/backup/write-backup.ts';
import type { Database } from '#core/server/platform/database.ts';
import { revertImport, startImport } from '#features/imports/contract/imports.ts';
import { removeMarketHoliday, saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { addTradingSchedule } from '#features/market/contract/schedules.ts';
import { priceAdjustments } from '#features/market/server/prices/prices.tables.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signalOutcomes } from '#features/signals/server/track-record/track-record.tables.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { evaluateAll } from '#tests/support/evaluation/full-evaluation.ts';
import { session } from '#tests/support/market/market.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { BATCHES, evaluateSignals } from './evaluate-signals.ts';
import { isDifferentOutcome } from './to-outcome.ts';

const test = useTestApp();
let token: string;
/** Of LUCK: stopped out on 4 November. */
let stopped: AdminSignal;
/** Of LUCK: open since 17 November. */
let open: AdminSignal;
/** Of OGDC: expired on 13 November, the tenth trading day. */
let expired: AdminSignal;

const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00', '120.00'] };
const evaluate = (parts: Partial<Parameters<typeof evaluateSignals>[0]> = {}) =>
  evaluateSignals({ ...test, releaseDays: 7, ...parts });

async function publishAt(time: string, symbol: string, overrides: object = {}): Promise<AdminSignal> {
  test.clock.set(time);
  token = tokens.get(time) ?? '';
  return publish(test, { access: token }, { ...LEVELS, symbol, signal_type: 'swing', ...overrides });
}

const PUBLISHED = '2026-11-02T03:00:00Z';
const PUBLISHED_LATER = '2026-11-16T15:00:00Z';
const NOW = '2026-11-19T15:00:00Z';
const NOON = '2026-11-19T12:00:00Z';
/** Access tokens by the time at which they were issued. */
const tokens = new Map<string, string>();
beforeAll(async () => {
  for (const time of [PUBLISHED, PUBLISHED_LATER, NOON, NOW]) {
    test.clock.set(time);
    tokens.set(time, (await signInAdministrator(test)).access);
  }
});

beforeEach(async () => {
  await test.database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate signals, signal_versions, price_bars, imports, import_changes, replaced_prices, price_adjustments, price_counts,
      signal_outcomes, signal_results, signal_marks, signal_decisions, signal_evaluations, evaluation_changes, evaluation_state,
      signal_event_positions, signal_events, ledger_entries, ledger_payloads, ledger_heads, ledger_releases`);
  });
  stopped = await publishAt(PUBLISHED, 'LUCK');
  expired = await publishAt(PUBLISHED, 'OGDC');
  open = await publishAt(PUBLISHED_LATER, 'LUCK');
  await storeBars(test, 'LUCK', {
    '2026-10-30': [104, 105, 103, 104],
    '2026-11-02': [102, 103, 99, 101],
    '2026-11-04': [97, 98, 94, 96],
    '2026-11-16': [104, 105, 103, 104],
    '2026-11-17': [102, 103, 99, 101],
    '2026-11-19': [102, 103, 101, 102],
  });
  await storeBars(test, 'OGDC', {
    '2026-10-30': [104, 105, 103, 104],
    '2026-11-02': [108, 109, 107, 108],
    '2026-11-16': [108, 109, 107, 108],
    '2026-11-17': [108, 109, 107, 108],
  });
  test.clock.set(NOW);
  token = tokens.get(NOW) ?? '';
  await evaluate();
  expect(await listResults()).toEqual(['1 closed stop', '1 expired validity', '1 open']);
});

/** Returns the outcomes of all signals: of `stopped`, then of `expired`, then of `open`. */
async function listResults(database: Database = test.database): Promise<string[]> {
  const rows = await database.db.select().from(signalOutcomes).orderBy(asc(signalOutcomes.sequence));
  return [stopped, expired, open].map(({ id }) =>
    rows
      .filter(({ signalId }) => signalId === id)
      .map(({ sequence, state, reason }) => [sequence, state, reason].filter(Boolean).join(' '))
      .join(', '),
  );
}

/** Evaluates, and returns the signals that were evaluated. The last outcomes must be those of evaluating all signals. */
async function listEvaluated(): Promise<string[]> {
  const readRows = async () => {
    const { rows } = await test.database.pool.query<{ id: string; row: string }>(
      'select signal_id as id, xmin::text as row from signal_evaluations',
    );
    return new Map(rows.map(({ id, row }) => [id, row]));
  };
  const before = await readRows();
  await evaluate();
  const after = await readRows();
  const { signalId, sequence } = signalOutcomes;
  const rows = await test.database.db.select().from(signalOutcomes).orderBy(asc(signalId), asc(sequence));
  const last = new Map(rows.map((row) => [row.signalId, row]));
  for (const [id, { outcome }] of (await evaluateAll(test)) ?? []) {
    const stored = last.get(id);
    expect(stored && isDifferentOutcome(stored, outcome), id).toBe(false);
  }
  return [...after].filter(([id, row]) => before.get(id) !== row).map(([id]) => id);
}

const ids = (...signals: AdminSignal[]) => signals.map(({ id }) => id).sort();
const expectEvaluated = async (...signals: AdminSignal[]) =>
  expect((await listEvaluated()).sort()).toEqual(ids(...signals));

async function importPrices(content: string): Promise<string> {
  const body = { kind: 'prices' as const, file_name: 'prices.csv', content };
  const { status, body: begun } = await test.call(startImport, { body }, { token });
  expect(status).toBe(201);
  await test.importer.waitUntilIdle();
  return String(begun.id);
}

async function adjust(source: string, exDate: string, factor: string | null): Promise<void> {
  const row = { source, symbol: 'LUCK', exDate, kind: 'bonus' as const, factor, description: '25%(B)' };
  await test.database.db.insert(priceAdjustments).values({ ...row, recordedAt: test.clock.now() });
}

const saveHoliday = (date: string) =>
  test.call(saveMarketHoliday, { body: { date, name: 'Test', is_tentative: false } }, { token });
const removeHoliday = (date: string) => test.call(removeMarketHoliday, { params: { date } }, { token });

describe('a change of a signal', () => {
  it('evaluates only that signal: published, edited, closed or deleted', async () => {
    const published = await publishAt(NOW, 'LUCK');
    await expectEvaluated(published);
    const edit = (body: object) => test.call(editSignal, { params: { id: open.id }, body }, { token });
    expect((await edit({ stop_loss: '99.00' })).status).toBe(200);
    await expectEvaluated(open);
    expect((await edit({ call_status: 'closed' })).status).toBe(200);
    await expectEvaluated(open);
    expect((await test.call(deleteSignal, { params: { id: published.id } }, { token })).status).toBe(204);
    await expectEvaluated(published);
  });

  it('evaluates nothing when an administrator decides about the outcome', async () => {
    const body = { kind: 'void' as const, reason: 'Made for a test' };
    const { status } = await test.call(decideOutcome, { params: { id: stopped.id }, body }, { token });
    expect(status).toBe(201);
    expect(await evaluate()).toBeNull();
  });
});

describe('a change of prices', () => {
  it('evaluates the signals that are not final when prices of a new day are stored', async () => {
    await storeBars(test, 'OGDC', { '2026-11-20': [108, 109, 107, 108] });
    expect(await evaluate()).toBe(0);
    test.clock.set('2026-11-20T15:00:00Z');
    await expectEvaluated(open);
    expect(await evaluate()).toBeNull();
  });

  it('evaluates the signals of the symbol that used the price of a corrected bar', async () => {
    await storeBars(test, 'LUCK', { '2026-11-17': [102, 104, 99, 101] });
    await expectEvaluated(open);
    // The close of a day in the month before a signal can be its reference.
    await storeBars(test, 'LUCK', { '2026-11-04': [97, 98, 95.5, 96] });
    await expectEvaluated(stopped, open);
    await storeBars(test, 'OGDC', { '2026-11-17': [108, 109, 90, 108] });
    await expectEvaluated();
    expect(await listResults()).toEqual([
      '1 closed stop, 2 open',
      '1 expired validity',
      '1 open, 2 open, 3 open',
    ]);
  });

  it('evaluates final signals again when an import is reverted', async () => {
    const content = ['symbol,date,open,high,low,close', 'LUCK,2026-11-04,108,121,107,120'].join('\n');
    const importId = await importPrices(content);
    await expectEvaluated(stopped, open);
    await test.call(revertImport, { params: { id: importId } }, { token });
    await test.importer.waitUntilIdle();
    await expectEvaluated(stopped, open);
    expect((await listResults())[0]).toBe('1 closed stop, 2 closed target, 3 closed stop');
  });

  it('evaluates final signals again when the last days are deleted', async () => {
    await test.database.pool.query(`delete from price_bars where date > '2026-11-10'`);
    await expectEvaluated(expired, open);
    expect(await listResults()).toEqual([
      '1 closed stop',
      '1 expired validity, 2 pending',
      '1 open, 2 pending',
    ]);
    await test.database.pool.query('truncate price_bars');
    expect(await evaluate()).toBeNull();
    await storeBars(test, 'LUCK', { '2026-11-19': [102, 103, 101, 102] });
    await expectEvaluated(stopped, expired, open);
  });

  it('evaluates again what an adjustment concerns that is recorded later, corrected or withdrawn', async () => {
    await adjust('closure:one:0', '2026-11-04', '0.800000000000');
    await expectEvaluated(stopped, open);
    // Moved to another ex-date: it concerns both.
    await adjust('closure:one:0', '2026-11-19', '0.800000000000');
    await expectEvaluated(stopped, open);
    await adjust('closure:one:0', '2026-11-19', null);
    await expectEvaluated(stopped, open);
  });
});

describe('a change of the calendar', () => {
  it('evaluates the signals in whose term a holiday is added or removed', async () => {
    await saveHoliday('2026-11-12');
    await expectEvaluated(expired, open);
    await saveHoliday('2026-11-18');
    await expectEvaluated(open);
    await removeHoliday('2026-11-12');
    await expectEvaluated(expired, open);
    await removeHoliday('2026-11-18');
    await expectEvaluated(open);
    // Only another name.
    await saveHoliday('2026-12-24');
    await expectEvaluated(open);
    await saveHoliday('2026-12-24');
    expect(await evaluate()).toBeNull();
    await removeHoliday('2026-12-24');
  });

  it('evaluates the signals in whose term the trading hours change', async () => {
    const late = await publishAt(NOON, 'LUCK');
    await expectEvaluated(late);
    const hours = [session('09:32', '18:00')];
    const schedule = { valid_from: '2026-11-19', valid_to: '2026-11-20', monday_to_thursday: hours };
    const body = { name: 'Late', ...schedule, friday: hours };
    const { status } = await test.call(addTradingSchedule, { body }, { token });
    expect(status).toBe(201);
    await expectEvaluated(late, open);
    const { rows } = await test.database.pool.query(
      `select steps->0->>'date' as date from signal_outcomes where signal_id = $1 order by sequence`,
      [late.id],
    );
    expect(rows).toEqual([{ date: '2026-11-20' }, { date: '2026-11-19' }]);
    await test.database.pool.query(`delete from trading_schedules where name = 'Late'`);
    await expectEvaluated(late, open);
  });
});

describe('a new release', () => {
  it('evaluates all signals by its rules, and leaves signals to a newer one', async () => {
    await test.database.pool.query('update signal_evaluations set evaluator_version = 0');
    await expectEvaluated(stopped, expired, open);
    await test.database.pool.query('update signal_evaluations set evaluator_version = 1000');
    expect(await evaluate()).toBeNull();
  });

  it('evaluates all signals of a database that a release without recorded changes used', async () => {
    await test.database.pool.query('delete from signal_evaluations');
    await test.database.pool.query('delete from evaluation_changes');
    await test.database.pool.query('update evaluation_state set marked_until = null');
    await expectEvaluated(stopped, expired, open);
  });
});

it('evaluates the changes of a restored backup that were not evaluated before', {
  timeout: 120_000,
}, async () => {
  await storeBars(test, 'LUCK', { '2026-11-04': [97, 98, 95.5, 96] });
  const dir = mkdtempSync(join(tmpdir(), 'tezi-test-evaluation-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'tezi.backup');
  await writeBackup(test.database.url, file, { now: test.clock.now() });
  const { database, remove } = await createTestDatabase({ isMigrated: false });
  onTestFinished(remove);
  await restoreBackup(database.url, file);
  // The other signal of the symbol has the same result by other prices.
  expect(await evaluate({ database })).toBe(2);
  expect((await listResults(database))[0]).toBe('1 closed stop, 2 open');
  expect(await evaluate({ database })).toBeNull();
});

describe('during an evaluation', () => {
  /** Returns a database that does something before its second transaction, which stores the outcomes. */
  function doBeforeStoring(work: () => Promise<unknown>): Database {
    let transactions = 0;
    return {
      ...test.database,
      transaction: async (...args) => {
        transactions += 1;
        if (transactions === 2) await work();
        return test.database.transaction(...args);
      },
    };
  }
  const correct = () => storeBars(test, 'LUCK', { '2026-11-04': [97, 98, 95.5, 96] });
  const correctBack = () => storeBars(test, 'LUCK', { '2026-11-04': [97, 98, 94, 96] });

  it('leaves a change to the next one', async () => {
    await correct();
    expect(await evaluate({ database: doBeforeStoring(correctBack) })).toBe(2);
    await expectEvaluated(stopped, open);
    expect((await listResults())[0]).toBe('1 closed stop, 2 open, 3 closed stop');
  });

  it('stores nothing if another server has begun a later one', async () => {
    await correct();
    const database = doBeforeStoring(async () => {
      await correctBack();
      expect(await evaluate()).toBe(0);
    });
    expect(await evaluate({ database })).toBeNull();
    expect((await listResults())[0]).toBe('1 closed stop');
  });

  it('continues with the signals that were not stored when a server was stopped', async () => {
    await test.database.pool.query('update signal_evaluations set evaluator_version = 0');
    const stopping = new AbortController();
    const batches = { ...BATCHES, signals: 1, symbols: 1, stored: 1 };
    const database = doBeforeStoring(async () => stopping.abort());
    const evaluation = evaluate({ database, batches, signal: stopping.signal });
    await expect(evaluation).rejects.toThrow('aborted');
    expect(await listEvaluated()).toHaveLength(2);
  });
});
