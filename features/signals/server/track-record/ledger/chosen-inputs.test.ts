import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInbox } from '#core/contract/inbox.ts';
import {
  type ImportKind,
  previewImport,
  type Repairs,
  startImport,
} from '#features/imports/contract/imports.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import {
  listUnconfirmedAdjustments,
  reviewAdjustment,
} from '#features/signals/contract/track-record/adjustments.ts';
import { evaluateAll } from '#features/signals/server/track-record/outcomes/evaluation-job.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareEvaluations } from './compare-results.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '0' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
const BEFORE = {
  '2026-10-30': [104, 105, 103, 104],
  '2026-11-02': [102, 103, 99, 101],
} satisfies Parameters<typeof storeBars>[2];

/** An imported day at which the stop is hit, if it is imported as a full bar. */
const HEADER = 'symbol,date,open,high,low,close,volume';
const OTHER = 'KEL,2026-11-03,5,5.1,4.9,5,1000';

/** Those of the chosen bars, those that are imported as a full bar first, those of the bonuses, and those of the dividends. */
const SYMBOLS = ['OGDC', 'PPL', 'FFC', 'HBL', 'UBL', 'MARI', 'HUBC', 'SYS', 'EFERT'];
const signals = new Map<string, AdminSignal>();

beforeAll(async () => {
  test.clock.set('2026-11-02T03:00:00Z');
  const admin = await signInAdministrator(test);
  for (const symbol of SYMBOLS) {
    signals.set(symbol, await publish(test, admin, { ...LEVELS, symbol, signal_type: 'swing' }));
    await storeBars(test, symbol, BEFORE);
  }
  // No signal is of this symbol.
  await storeBars(test, 'LUCK', BEFORE);
  await importFile(makeDividend('EFERT', 'Engro Fertilizers Limited'), 'book-closures');
  await evaluateOn('2026-11-02');
});

/** A cash dividend of Rs. 5. */
const makeDividend = (symbol: string, name: string) =>
  [
    'symbol,company_name,face_value,payout,bc_from,bc_to,ex_date,note,reference',
    `${symbol},${name},10,50%(D),2026-11-06,2026-11-10,2026-11-04,,`,
  ].join('\n');

const evaluate = () => evaluateAll({ ...test, releaseDays: 0 });

async function evaluateOn(date: string): Promise<void> {
  test.clock.set(`${date}T15:00:00Z`);
  await evaluate();
}

const getToken = async () => (await signInAdministrator(test)).access;

async function preview(content: string, kind: ImportKind = 'prices') {
  const body = { kind, file_name: 'prices.csv', content };
  return (await test.call(previewImport, { body }, { token: await getToken() })).body;
}

async function importFile(
  content: string,
  kind: ImportKind = 'prices',
  confirmed: string[] = [],
  repairs?: Repairs,
) {
  const body = { kind, file_name: 'prices.csv', content, confirmed, repairs };
  const response = await test.call(startImport, { body }, { token: await getToken() });
  await test.importer.waitUntilIdle();
  return response;
}

const listCorrections = async () =>
  (await listEntries(test)).flatMap(({ kind, payload }) =>
    kind === 'inputs.corrected' ? payload.corrections : [],
  );

async function readOutcome(symbol: string): Promise<unknown[]> {
  const { rows } = await test.database.pool.query(
    `select state, reason, r_multiple from signal_outcomes where signal_id = $1 order by sequence desc limit 1`,
    [signals.get(symbol)?.id],
  );
  return Object.values(rows[0]);
}

const isStored = async (symbol: string, date: string) =>
  (await test.database.pool.query('select from price_bars where symbol = $1 and date = $2', [symbol, date]))
    .rowCount === 1;

describe('a day of a signal in progress that is imported in a form that decides nothing', () => {
  it.each<[form: string, symbol: string, content: string, line: string, reason: string, after: unknown[]]>([
    [
      'close-only in a file of full bars',
      'OGDC',
      [HEADER, OTHER, 'OGDC,2026-11-03,,,,96,1000'].join('\n'),
      '3',
      'other rows of the file have them',
      [null, null, null, '96.00', null, '1000'],
    ],
    [
      'close-only in a file of its own',
      'PPL',
      'symbol,date,close\nPPL,2026-11-03,96',
      '2',
      'the bars of the days before have them',
      [null, null, null, '96.00', null, null],
    ],
    [
      'with a volume of zero',
      'FFC',
      [HEADER, OTHER, 'FFC,2026-11-03,98,99.5,94,96,0'].join('\n'),
      '3',
      'The volume is 0, but the high and the low differ',
      ['98.00', '99.50', '94.00', '96.00', null, '0'],
    ],
    [
      'as a day without trades',
      'HBL',
      `${HEADER},previous_close\n${OTHER},5\nHBL,2026-11-03,98,99.5,94,101,0,101`,
      '3',
      'The volume is 0, but the high and the low differ',
      [null, null, null, '101.00', '101.00', '0'],
    ],
  ])(
    'waits for an administrator, and is an entry with its values if it is confirmed: %s',
    async (_, symbol, content, line, reason, after) => {
      test.clock.set('2026-11-03T09:00:00Z');
      const planned = await preview(content);
      expect(planned.counts.review).toBe(1);
      expect(JSON.stringify(planned)).toContain(reason);
      expect(JSON.stringify(planned)).toContain(`${symbol} has a signal in progress`);
      await importFile(content);
      expect(await isStored(symbol, '2026-11-03')).toBe(false);
      expect((await importFile(content, 'prices', [line])).status).toBe(201);
      expect(await isStored(symbol, '2026-11-03')).toBe(true);
      await evaluate();
      expect(await listCorrections()).toContainEqual({
        symbol,
        from: '2026-11-03',
        until: '2026-11-03',
        values: [{ date: '2026-11-03', before: null, after }],
      });
    },
  );

  it('a full bar needs no review, and a close-only row over it waits and is entered with both', async () => {
    test.clock.set('2026-11-03T09:00:00Z');
    expect((await importFile(`${HEADER}\nUBL,2026-11-03,98,99.5,94,96,1000`)).status).toBe(201);
    const over = 'symbol,date,close\nUBL,2026-11-03,97';
    expect((await preview(over)).counts).toMatchObject({ review: 1 });
    const cleared = `${HEADER}\nUBL,2026-11-03,,,,96,1000`;
    expect(JSON.stringify(await preview(cleared))).toContain('would change a stored bar that has them');
    expect((await importFile(cleared)).status).toBe(400);
    expect((await importFile(cleared, 'prices', ['2'])).status).toBe(201);
    await evaluate();
    const [correction] = (await listCorrections()).filter(({ symbol }) => symbol === 'UBL');
    expect(correction.values).toEqual([
      { date: '2026-11-03', before: null, after: [null, null, null, '96.00', null, '1000'] },
    ]);
  });

  it('a symbol without a signal in progress needs no review, but its entry looks the same', async () => {
    test.clock.set('2026-11-03T09:00:00Z');
    const content = 'symbol,date,close\nLUCK,2026-11-03,99';
    expect((await preview(content)).counts).toMatchObject({ new: 1, review: 0 });
    expect((await importFile(content)).status).toBe(201);
    await evaluate();
    const [correction] = (await listCorrections()).filter(({ symbol }) => symbol === 'LUCK');
    expect(correction.values[0].after).toEqual([null, null, null, '99.00', null, null]);
  });

  it('a file of prices is an entry with its SHA-256', async () => {
    const content = 'symbol,date,close\nKEL,2026-11-02,5.05';
    const { body } = await importFile(content);
    const entries = (await listEntries(test)).filter(({ kind }) => kind === 'prices.imported');
    expect(entries.at(-1).payload).toMatchObject({
      import_id: body.id,
      kind: 'prices',
      rows: 1,
      repairs: 0,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(await verifyText(await exportRecord(test))).toMatchObject({ problem: null });
  });
});

describe('the entry of a file', () => {
  const readEntry = async () =>
    (await listEntries(test)).findLast(({ kind }) => kind === 'prices.imported').payload;

  it('does not show how many of its rows wait, as those of symbols with sealed signals can', async () => {
    // Of both symbols, but only the first has a signal in progress.
    const content = 'symbol,date,close\nOGDC,2026-11-02,99\nKEL,2026-11-02,5.10';
    const { status } = await importFile(content);
    expect(status).toBe(201);
    expect(await readEntry()).toMatchObject({ rows: 2 });
  });

  it('says how many rows were repaired in the preview', async () => {
    const content = 'symbol,date,close\nKEL,2026-11-02,5.2O';
    const repairs = { rows: [{ line: 2, text: 'KEL,2026-11-02,5.20' }] };
    const { body } = await importFile(content, 'prices', [], repairs);
    expect(await readEntry()).toMatchObject({
      import_id: body.id,
      repairs: 1,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });
});

describe('an invented bonus', () => {
  const CLOSURE = [
    'symbol,company_name,face_value,payout,bc_from,bc_to,ex_date,note,reference',
    'MARI,Mari Energies Limited,10,10%(B),2026-11-06,2026-11-10,2026-11-04,,',
  ].join('\n');
  const list = async (symbol: string) => {
    const { body } = await test.call(listUnconfirmedAdjustments, {}, { token: await getToken() });
    return body.results.filter((each: { symbol: string }) => each.symbol === symbol);
  };
  const values = async () =>
    (await listCorrections()).filter(({ symbol }) => symbol === 'MARI').flatMap((each) => each.values);

  it('does not improve a result before an administrator has confirmed it', async () => {
    await storeBars(test, 'MARI', { '2026-11-03': [101, 104, 98, 100] });
    await evaluateOn('2026-11-03');
    expect(await readOutcome('MARI')).toEqual(['open', null, null]);
    expect((await importFile(CLOSURE, 'book-closures')).status).toBe(201);
    await storeBars(test, 'MARI', { '2026-11-04': [98, 99.5, 94, 96] });
    await evaluateOn('2026-11-04');
    await storeBars(test, 'MARI', { '2026-11-05': [97, 104, 96, 103] });
    await evaluateOn('2026-11-05');
    expect(await readOutcome('MARI')).toEqual(['closed', 'stop', '-1.0000']);
    expect(await list('MARI')).toMatchObject([
      {
        symbol: 'MARI',
        ex_date: '2026-11-04',
        factor: '0.909090909091',
        last_close: '100.00',
        adjusted_closes: ['90.91'],
        previous_close: '100.00',
        signals: [{ id: signals.get('MARI')?.id, signal_type: 'swing' }],
      },
    ]);
    const { body } = await test.call(readInbox, {}, { token: await getToken() });
    expect(body.tasks.find(({ id }: { id: string }) => id === 'adjustments')).toMatchObject({
      title: '1 adjustment to confirm',
      items: [
        {
          title: 'Adjustment of MARI on 4 Nov 2026',
          detail: '10%(B). The previous close is Rs. 100.00, Rs. 90.91 would confirm it.',
        },
      ],
    });
  });

  it('is listed with the closes that would confirm it, after all that applies on its ex-date, and no later signal', async () => {
    await publish(test, await signInAdministrator(test), { ...LEVELS, symbol: 'LUCK' });
    await evaluateOn('2026-11-05');
    await storeBars(test, 'LUCK', { '2026-11-04': [90, 91, 89, 90] });
    const { rowCount } = await test.database.pool.query(
      `insert into price_adjustments (source, symbol, ex_date, kind, factor, dividend, description, review, recorded_at)
       values ('luck:0', 'LUCK', '2026-11-04', 'bonus', '0.8', null, '25%(B)', 'confirmed', now()),
         ('luck:1', 'LUCK', '2026-11-04', 'split', '0.5', null, 'Split', null, now()),
         ('luck:2', 'LUCK', '2026-11-04', 'dividend', null, 200, '20%(D)', null, now())`,
    );
    expect(rowCount).toBe(3);
    expect(await list('LUCK')).toMatchObject([
      { kind: 'split', last_close: '99.00', adjusted_closes: ['39.60', '38.80'], signals: [] },
    ]);
  });

  it('a confirmation is an entry with its values, and the outcome names the factor', async () => {
    const [adjustment] = await list('MARI');
    const review = async (decision: 'confirmed' | 'removed') =>
      test.call(
        reviewAdjustment,
        { params: { id: String(adjustment?.id) }, body: { review: decision } },
        { token: await getToken() },
      );
    expect((await review('confirmed')).status).toBe(204);
    expect((await review('removed')).status).toBe(409);
    await evaluateOn('2026-11-05');
    expect(await readOutcome('MARI')).toEqual(['closed', 'target', '2.0000']);
    expect(await list('MARI')).toEqual([]);
    expect((await values()).at(-1)).toEqual({
      date: '2026-11-04',
      before: { kind: 'bonus', factor: '0.909090909091' },
      after: { kind: 'bonus', factor: '0.909090909091', is_confirmed: true },
    });
    const { rows } = await test.database.pool.query(
      `select payload from ledger_entries natural join ledger_payloads
       where kind = 'outcome.evaluated' and subject like '%' || $1 order by sequence desc limit 1`,
      [signals.get('MARI')?.id],
    );
    const { outcome } = JSON.parse(rows[0].payload);
    expect(outcome.adjustments).toEqual([{ date: '2026-11-04', factor: '0.909090909091' }]);
    expect(await verifyText(await exportRecord(test))).toMatchObject({ problem: null });
  });

  it('takes effect without a confirmation only if the previous close of the ex-date states it', async () => {
    const setPreviousClose = (paisa: number) =>
      test.database.pool.query(
        `update price_bars set previous_close = $1 where symbol = 'MARI' and date = '2026-11-04'`,
        [paisa],
      );
    // A corrected closure is another adjustment, which is not confirmed.
    await importFile(CLOSURE.replace('10%(B)', '11%(B)'), 'book-closures');
    await evaluateOn('2026-11-05');
    expect(await readOutcome('MARI')).toEqual(['closed', 'stop', '-1.0000']);
    await setPreviousClose(90_11);
    await evaluateOn('2026-11-05');
    expect(await readOutcome('MARI')).toEqual(['closed', 'stop', '-1.0000']);
    await setPreviousClose(90_09);
    await evaluateOn('2026-11-05');
    expect((await readOutcome('MARI')).slice(0, 2)).toEqual(['closed', 'target']);
    expect((await values()).at(-1)).toEqual({
      date: '2026-11-04',
      before: ['98.00', '99.50', '94.00', '96.00', '90.11', '1000'],
      after: ['98.00', '99.50', '94.00', '96.00', '90.09', '1000'],
    });
    for await (const contradiction of compareEvaluations(test.database.db)) expect(contradiction).toBe('');
  });

  it('does not open a final loss again if the previous close of its ex-date is the last close', async () => {
    await storeBars(test, 'HUBC', { '2026-11-03': [98, 99, 94.5, 96] });
    await evaluateOn('2026-11-05');
    expect(await readOutcome('HUBC')).toEqual(['closed', 'stop', '-1.0000']);
    const closure = CLOSURE.replace('MARI,Mari Energies Limited', 'HUBC,The Hub Power Company Limited');
    const earlier = closure.replace('10%(B)', '5.5%(B)').replace('2026-11-04', '2026-11-03');
    expect((await importFile(earlier, 'book-closures')).status).toBe(201);
    await evaluateOn('2026-11-05');
    expect(await readOutcome('HUBC')).toEqual(['closed', 'stop', '-1.0000']);
    // An administrator can still confirm it.
    expect(await list('HUBC')).toMatchObject([{ adjusted_closes: ['95.73'], previous_close: '101.00' }]);
  });
});

it('a cash dividend explains the previous close after a missing bar only if it was stored before, and is in the entry', async () => {
  // On 3 November, of which no bar is stored, they closed at 96.
  for (const symbol of ['SYS', 'EFERT']) await storeBars(test, symbol, { '2026-11-04': [97, 98, 96.5, 97] });
  await test.database.pool.query(
    `update price_bars set previous_close = 9600 where symbol in ('SYS', 'EFERT') and date = '2026-11-04'`,
  );
  expect((await importFile(makeDividend('SYS', 'Systems Limited'), 'book-closures')).status).toBe(201);
  await evaluateOn('2026-11-05');
  expect(await readOutcome('SYS')).toEqual(['open', 'prices_missing', null]);
  expect(await readOutcome('EFERT')).toEqual(['open', null, null]);
  const { rows } = await test.database.pool.query(
    `select payload from ledger_entries natural join ledger_payloads where kind = 'outcome.evaluated' order by sequence desc`,
  );
  const outcomes = rows.map(({ payload }) => JSON.parse(payload));
  const findOutcome = (symbol: string) =>
    outcomes.find(({ signal_id }) => signal_id === signals.get(symbol)?.id).outcome;
  expect(findOutcome('EFERT').subtracted_dividends).toEqual([
    { date: '2026-11-04', dividend: '5', recorded_on: '2026-11-02' },
  ]);
  expect(findOutcome('SYS')).not.toHaveProperty('subtracted_dividends');
  for await (const contradiction of compareEvaluations(test.database.db)) expect(contradiction).toBe('');
  expect(await verifyText(await exportRecord(test))).toMatchObject({ problem: null });
});
