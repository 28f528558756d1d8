import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { revertImport, startImport } from '#features/imports/contract/imports.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { priceAdjustments } from '#features/market/server/prices/prices.tables.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, forceChange, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareEvaluations, describePendingEvaluation } from './compare-results.ts';
import { enterLargeCorrections } from './enter-corrections.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '0' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
/** The stop is hit on 4 November. */
const BARS = {
  '2026-10-30': [104, 105, 103, 104],
  '2026-11-02': [102, 103, 99, 101],
  '2026-11-03': [101, 104, 98, 100],
  '2026-11-04': [98, 99.5, 94, 96],
  '2026-11-05': [97, 98, 96, 97],
} satisfies Parameters<typeof storeBars>[2];

const SYMBOLS = ['OGDC', 'PPL', 'MARI', 'HUBC', 'FFC', 'LUCK'] as const;
const signals = new Map<string, AdminSignal>();

beforeAll(async () => {
  test.clock.set('2026-11-02T03:00:00Z');
  const admin = await signInAdministrator(test);
  for (const symbol of SYMBOLS) {
    signals.set(symbol, await publish(test, admin, { ...LEVELS, symbol, signal_type: 'swing' }));
    // One stays open.
    const { '2026-11-04': _, '2026-11-05': __, ...first } = BARS;
    await storeBars(test, symbol, symbol === 'LUCK' ? first : BARS);
  }
  await evaluate();
});

async function evaluate(): Promise<void> {
  const evaluatedAt = '2026-11-05T15:00:00Z';
  // The clock of a server does not go back.
  if (test.clock.now() < new Date(evaluatedAt)) test.clock.set(evaluatedAt);
  while ((await evaluateSignals({ ...test, releaseDays: 0 })) !== null);
}

const listCorrections = async () =>
  (await listEntries(test)).flatMap(({ kind, payload }) =>
    kind === 'inputs.corrected' ? payload.corrections : [],
  );

async function listOutcomes({ id }: AdminSignal) {
  const { rows } = await test.database.pool.query(
    'select reason, r_multiple, is_corrected from signal_outcomes where signal_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ reason, r_multiple, is_corrected }) => [reason, r_multiple, is_corrected]);
}

async function findContradictions(): Promise<string[]> {
  const found: string[] = [];
  for await (const contradiction of compareEvaluations(test.database.db)) found.push(contradiction);
  return found;
}

/** Changes inputs with the triggers disabled, and restores them. */
async function findContradictionsAfter(statement: string): Promise<string[]> {
  await test.database.pool.query(
    `create table saved_bars as table price_bars; create table saved_adjustments as table price_adjustments;
     create table saved_holidays as table market_holidays`,
  );
  await forceChange(test, statement);
  const found = await findContradictions();
  await forceChange(
    test,
    `delete from price_bars; insert into price_bars table saved_bars; delete from market_holidays;
     insert into market_holidays table saved_holidays; delete from price_adjustments where source = 'x';
     drop table saved_bars; drop table saved_adjustments; drop table saved_holidays`,
  );
  return found;
}

/** The exchange states no previous closes here, so that an administrator must confirm it. */
const addBonus = (symbol: string) =>
  test.database.db.insert(priceAdjustments).values({
    review: 'confirmed',
    source: `closure:${symbol}:0`,
    symbol,
    exDate: '2026-11-04',
    kind: 'bonus',
    factor: '0.900000000000',
    description: '11.1%(B)',
    recordedAt: test.clock.now(),
  });

it('outcomes are not compared until an evaluation is complete, as after an upgrade with new rules', async () => {
  const { pool, db } = test.database;
  expect(await describePendingEvaluation(db)).toBeNull();
  // The end of an evaluation stores its date; the signals that it has evaluated are ahead of it.
  await pool.query("update evaluation_state set prices_until = '2026-11-03'");
  await pool.query("update signal_evaluations set evaluator_version = 1 where symbol = 'FFC'");
  expect(await findContradictions()).toEqual([]);
  expect(await describePendingEvaluation(db)).toMatch(
    /^1 signal must be evaluated first, which a running server does within minutes\. The last evaluation began on 5 Nov 2026/,
  );
  await evaluate();
  expect(await describePendingEvaluation(db)).toBeNull();
  expect(await findContradictions()).toEqual([]);
});

describe('a correction of dates that were evaluated', () => {
  it.each<[string, string, () => Promise<unknown>, object, unknown[]]>([
    [
      'a price',
      'PPL',
      () => storeBars(test, 'PPL', { '2026-11-04': [100, 112, 99, 111] }),
      {
        symbol: 'PPL',
        from: '2026-11-04',
        until: '2026-11-04',
        values: [
          {
            date: '2026-11-04',
            before: ['98.00', '99.50', '94.00', '96.00', '100.00', '1000'],
            after: ['100.00', '112.00', '99.00', '111.00', '100.00', '1000'],
          },
        ],
      },
      ['target', '2.0000', true],
    ],
    [
      'a bonus after its ex-date',
      'MARI',
      () => addBonus('MARI'),
      {
        symbol: 'MARI',
        from: '2026-11-04',
        until: '2026-11-04',
        values: [
          {
            date: '2026-11-04',
            before: null,
            after: { kind: 'bonus', factor: '0.900000000000', is_confirmed: true },
          },
        ],
      },
      ['target', '2.0000', true],
    ],
    [
      'a bar that was reverted',
      'HUBC',
      // With the previous close of a day without trades; otherwise the signal would await prices.
      () =>
        test.database.pool.query(`delete from price_bars where symbol = 'HUBC' and date = '2026-11-03';
          update price_bars set previous_close = 10100 where symbol = 'HUBC' and date = '2026-11-04'`),
      {
        symbol: 'HUBC',
        from: '2026-11-03',
        until: '2026-11-04',
        values: [
          {
            date: '2026-11-03',
            before: ['101.00', '104.00', '98.00', '100.00', '101.00', '1000'],
            after: null,
          },
          {
            date: '2026-11-04',
            before: ['98.00', '99.50', '94.00', '96.00', '100.00', '1000'],
            after: ['98.00', '99.50', '94.00', '96.00', '101.00', '1000'],
          },
        ],
      },
      ['stop', '-1.0000', true],
    ],
    [
      'a price that changes no result',
      'FFC',
      () => storeBars(test, 'FFC', { '2026-11-03': [101, 105, 98, 100] }),
      {
        symbol: 'FFC',
        from: '2026-11-03',
        until: '2026-11-03',
        values: [
          {
            date: '2026-11-03',
            before: ['101.00', '104.00', '98.00', '100.00', '101.00', '1000'],
            after: ['101.00', '105.00', '98.00', '100.00', '101.00', '1000'],
          },
        ],
      },
      ['stop', '-1.0000', true],
    ],
  ])(
    'a correction of dates that were evaluated is an entry of its own, and a new outcome says so: %s',
    async (_, symbol, correct, entry, after) => {
      const signal = signals.get(symbol) as AdminSignal;
      expect(await listOutcomes(signal)).toEqual([['stop', '-1.0000', false]]);
      await correct();
      await evaluate();
      expect(await listCorrections()).toContainEqual(entry);
      expect((await listOutcomes(signal)).at(-1)).toEqual(after);
      const { body } = await test.call(getSignalDetails, { params: { id: signal.id } });
      expect(body.report.evaluations[0]).toMatchObject({ is_corrected: true });
      const page = (await test.request(getSignalPath(signal.id))).body.replaceAll('<!-- -->', '');
      expect(page).toContain('Changed by a correction of prices on');
      expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
      expect(await findContradictions()).toEqual([]);
    },
  );

  it('an import leaves no correction in the record if its prices wait for an administrator, or are reverted before an evaluation', async () => {
    const count = async () =>
      (await listEntries(test)).filter(({ kind }) => kind !== 'prices.imported').length;
    const before = await count();
    const { access } = await signInAdministrator(test);
    const doubtful = {
      kind: 'prices' as const,
      file_name: 'p.csv',
      content: 'symbol,date,close\nLUCK,2026-11-04,1640',
    };
    expect((await test.call(startImport, { body: doubtful }, { token: access })).status).toBe(400);
    // The prices of LUCK end before the date until which signals are evaluated. Those of the next day are not evaluated yet.
    test.clock.set('2026-11-06T15:00:00Z');
    const { access: token } = await signInAdministrator(test);
    const body = { ...doubtful, content: 'symbol,date,close\nLUCK,2026-11-06,1640', confirmed: ['2'] };
    const { body: begun } = await test.call(startImport, { body }, { token });
    await test.importer.waitUntilIdle();
    await test.call(revertImport, { params: { id: String(begun.id) } }, { token });
    await test.importer.waitUntilIdle();
    expect((await test.database.pool.query(`select from price_bars where close = 164000`)).rowCount).toBe(0);
    await evaluate();
    expect(await count()).toBe(before);
  });

  it('a correction of dates that were evaluated is an entry of its own if it is a holiday in the past', async () => {
    const { access } = await signInAdministrator(test);
    const body = { date: '2026-11-03', name: 'Invented', is_tentative: false } as never;
    const { status } = await test.call(saveMarketHoliday, { body }, { token: access });
    expect(status).toBeLessThan(300);
    await evaluate();
    expect(await listCorrections()).toContainEqual({
      symbol: null,
      from: '2026-11-03',
      until: '2026-11-03',
      values: [{ date: '2026-11-03', before: null, after: { is_holiday: true } }],
    });
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
    expect(await findContradictions()).toEqual([]);
  });

  it('a correction of dates that were evaluated is an entry of its own if it is trading hours of the past', async () => {
    const { pool } = test.database;
    await pool.query(
      `insert into trading_schedules (id, name, valid_from, valid_to, monday_to_thursday, friday)
       values (gen_random_uuid(), 'Late', '2026-11-02', '2026-11-04', $1, $1)`,
      [JSON.stringify([{ pre_open: null, opens: '10:30', closes: '15:00' }])],
    );
    await evaluate();
    const hours = {
      valid_from: '2026-11-02',
      valid_to: '2026-11-04',
      monday_to_thursday: '10:30-15:00',
      friday: '10:30-15:00',
    };
    const dates = { symbol: null, from: '2026-11-02', until: '2026-11-04' };
    const added = { ...dates, values: [{ date: '2026-11-02', before: null, after: hours }] };
    expect(await listCorrections()).toContainEqual(added);
    await pool.query("delete from trading_schedules where name = 'Late'");
    await evaluate();
    const removed = { ...dates, values: [{ date: '2026-11-02', before: hours, after: null }] };
    expect(await listCorrections()).toContainEqual(removed);
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
    expect(await findContradictions()).toEqual([]);
  });

  it('a correction of dates that were evaluated is none if it is the prices of a new day', async () => {
    const before = (await listCorrections()).length;
    await storeBars(test, 'OGDC', { '2026-11-06': [97, 98, 96, 97] });
    test.clock.set('2026-11-06T15:00:00Z');
    await evaluateSignals({ ...test, releaseDays: 0 });
    expect(await listCorrections()).toHaveLength(before);
  });

  it('corrections with more values than a transaction may enter are entered by several, symbol by symbol', async () => {
    const listNew = async () => (await listEntries(test)).filter(({ kind }) => kind === 'inputs.corrected');
    const before = (await listNew()).length;
    const symbols = ['FFC', 'MARI', 'PPL'];
    for (const symbol of symbols) await storeBars(test, symbol, { '2026-11-02': [102, 103.5, 99, 101] });
    const now = test.clock.now();
    await enterLargeCorrections({ database: test.database, signingKey: null, maxValues: 1 }, now);
    expect((await listNew()).length).toBe(before + 2);
    await evaluate();
    const entered = (await listNew()).slice(before).map(({ payload }) => payload.corrections);
    expect(entered).toEqual(
      symbols.map((symbol) => [
        {
          symbol,
          from: '2026-11-02',
          until: '2026-11-02',
          values: [
            {
              date: '2026-11-02',
              before: ['102.00', '103.00', '99.00', '101.00', '104.00', '1000'],
              after: ['102.00', '103.50', '99.00', '101.00', '104.00', '1000'],
            },
          ],
        },
      ]),
    );
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
    expect(await findContradictions()).toEqual([]);
  });
});

describe('record verify', () => {
  it.each([
    [
      'a price',
      "update price_bars set low = 9000 where symbol = 'OGDC' and date = '2026-11-03'",
      'are not those',
    ],
    [
      'a removed price',
      "delete from price_bars where symbol = 'OGDC' and date = '2026-11-03'",
      'are not those',
    ],
    [
      'an adjustment',
      `insert into price_adjustments (source, symbol, ex_date, kind, factor, description, recorded_at)
       values ('x', 'OGDC', '2026-11-04', 'bonus', 0.9, 'x', now())`,
      'are not those',
    ],
    ['a holiday', "insert into market_holidays (date, name) values ('2026-11-04', 'x')", 'are not those'],
  ])('finds %s that was changed with the triggers disabled', async (_, statement, message) => {
    expect((await findContradictionsAfter(statement)).join('\n')).toContain(message);
    expect(await findContradictions()).toEqual([]);
  });

  it('finds a mark that was changed', async () => {
    await forceChange(test, 'update signal_marks set r_multiple = 9, percent = 9');
    expect((await findContradictions()).join('\n')).toContain('is not that of the last close');
  });
});

describe('the prices of a signal that ended on a day on which its symbol was not traded', () => {
  const BAR = [104, 105, 103, 104] as const;
  const ended: Record<string, AdminSignal> = {};
  const publishSwing = async (symbol: string) =>
    publish(test, await signInAdministrator(test), { ...LEVELS, symbol, signal_type: 'swing' });
  const evaluateUntil = async (date: string) => {
    await storeBars(test, 'KEL', { [date]: [...BAR] });
    test.clock.set(`${date}T15:00:00Z`);
    while ((await evaluateSignals({ ...test, releaseDays: 0 })) !== null);
  };

  beforeAll(async () => {
    test.clock.set('2026-11-09T03:00:00Z');
    for (const symbol of ['SYS', 'ENGRO']) {
      ended[symbol] = await publishSwing(symbol);
      await storeBars(test, symbol, { '2026-11-06': [...BAR], '2026-11-10': [...BAR] });
    }
    // ENGRO is traded again before the evaluation, which uses this bar.
    await storeBars(test, 'ENGRO', { '2026-12-08': [...BAR] });
    await evaluateUntil('2026-12-10');
    for (const signal of Object.values(ended))
      expect(await listOutcomes(signal)).toEqual([['validity', null, false]]);
  });

  it('are not corrected by the prices of a later day', async () => {
    await storeBars(test, 'SYS', { '2026-12-11': [...BAR] });
    await storeBars(test, 'ENGRO', { '2026-12-11': [...BAR] });
    await evaluateUntil('2026-12-11');
    expect(await findContradictions()).toEqual([]);
    // As after an upgrade with new rules.
    await test.database.pool.query('update signal_evaluations set evaluator_version = 0');
    await evaluateUntil('2026-12-14');
    for (const signal of Object.values(ended))
      expect(await listOutcomes(signal)).toEqual([['validity', null, false]]);
    expect(await findContradictions()).toEqual([]);
  });

  const change = (symbol: string, date: string) =>
    `update price_bars set low = 9000 where symbol = '${symbol}' and date = '${date}'`;
  const remove = (symbol: string, date: string) =>
    `delete from price_bars where symbol = '${symbol}' and date = '${date}'`;
  const add = (symbol: string, date: string) =>
    `insert into price_bars (symbol, date, open, high, low, close, volume)
     values ('${symbol}', '${date}', 10400, 10500, 10300, 10400, 1000)`;
  it.each([
    ['SYS', 'changed before the end', change('SYS', '2026-11-10')],
    ['SYS', 'removed before the end', remove('SYS', '2026-11-10')],
    ['SYS', 'added before the end', add('SYS', '2026-11-11')],
    ['SYS', 'added on the day of the end', add('SYS', '2026-11-23')],
    ['ENGRO', 'added on the day of the end', add('ENGRO', '2026-11-23')],
    ['ENGRO', 'changed before the end', change('ENGRO', '2026-11-10')],
    ['ENGRO', 'added between the end and the next bar', add('ENGRO', '2026-12-07')],
    ['ENGRO', 'changed in the next bar', change('ENGRO', '2026-12-08')],
    ['ENGRO', 'removed with the next bar', remove('ENGRO', '2026-12-08')],
    [
      'ENGRO',
      'moved with the next bar',
      "update price_bars set date = '2026-12-09' where symbol = 'ENGRO' and date = '2026-12-08'",
    ],
  ])('of %s are found if they were %s', async (symbol, _, statement) => {
    expect(await findContradictionsAfter(statement)).toEqual([
      expect.stringMatching(`signal ${ended[symbol]?.id} are not those of its last outcome`),
    ]);
    expect(await findContradictions()).toEqual([]);
  });
});
