import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSigningKey, generateSigningKey } from '#features/ledger/server/ledger.ts';
import { intradayPrices, priceAdjustments } from '#features/market/server/prices/prices.tables.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { createBundle } from '#features/signals/server/track-record/bundle/write-bundle.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { unzip } from '#tests/support/ledger/unzip.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { signingKey: createSigningKey(generateSigningKey()) });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
let archive: Buffer;
let dir: string;

beforeAll(async () => {
  test.clock.set('2026-11-02T03:00:00Z');
  const admin = await signInAdministrator(test);
  const add = (symbol: string, body: object = {}) =>
    publish(test, admin, { ...LEVELS, symbol, signal_type: 'swing', ...body });
  await add('OGDC');
  const moved = await add('PPL', { target_points: ['140.00'] });
  await add('HBL', { signal_type: 'intraday' });
  await add('LUCK');
  // It stays open, and days on which nothing happens add no result.
  await add('MARI', { target_points: ['140.00'] });
  test.clock.set('2026-11-03T14:00:00Z');
  const { access } = await signInAdministrator(test);
  const body = { stop_loss: '97.00', override_reason: 'Made for a test' };
  await test.call(editSignal, { params: { id: moved.id }, body: body as never }, { token: access });
  await storeBars(test, 'OGDC', {
    '2026-10-30': [104, 105, 103, 104],
    '2026-11-02': [102, 103, 99, 101],
    '2026-11-03': [81, 89, 80, 88],
  });
  await storeBars(test, 'PPL', {
    '2026-10-30': [104, 105, 103, 104],
    '2026-11-02': [102, 103, 99, 101],
    '2026-11-04': [101, 102, 96, 97],
  });
  await storeBars(test, 'HBL', { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 94, 101] });
  await storeBars(test, 'LUCK', { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 112, 93, 111] });
  // Every ten minutes of the session, with the high and the low of the day.
  const open = Date.parse('2026-11-02T04:40:00Z') / 1000;
  const prices = [
    [10200, 10200, 9900, 10000],
    [10000, 11100, 9900, 11100],
    [11100, 11200, 9300, 10500],
    [10500, 10700, 10500, 10500],
    ...Array.from({ length: 32 }, () => [10500, 10500, 10500, 10500]),
  ];
  await test.database.db.insert(intradayPrices).values({
    symbol: 'LUCK',
    date: '2026-11-02',
    prices: JSON.stringify(prices.map((each, index) => [open + index * 600, ...each])),
  });
  await test.database.db.insert(priceAdjustments).values({
    source: 'test',
    symbol: 'OGDC',
    exDate: '2026-11-03',
    kind: 'bonus',
    factor: '0.8',
    description: '25 % bonus',
    recordedAt: test.clock.now(),
  });
  await storeBars(test, 'MARI', {
    '2026-10-30': [104, 105, 103, 104],
    '2026-11-02': [102, 103, 99, 101],
    '2026-11-04': [101, 102, 98, 99],
  });
  test.clock.set('2026-11-20T15:00:00Z');
  await evaluateSignals({ ...test, releaseDays: 7 });
  await storeBars(test, 'MARI', { '2026-11-05': [99, 101, 97, 100] });
  await evaluateSignals({ ...test, releaseDays: 7 });
  // Not evaluated yet.
  const { access: token } = await signInAdministrator(test);
  await publish(test, { access: token }, { ...LEVELS, symbol: 'MARI', signal_type: 'swing' });
  archive = await buffer(
    await createBundle(test.database.db, { from: '2026-11-01', until: '2026-11-30' }, test.clock.now()),
  );
});

beforeEach(() => {
  dir = makeTemporaryDir();
  unzip(archive, dir);
});

function run(): { code: number; output: string } {
  try {
    return {
      code: 0,
      output: execFileSync('node', [join(dir, 'record/evaluate.mjs')], { encoding: 'utf8' }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: stdout + stderr };
  }
}

function change(name: string, edit: (text: string) => string): void {
  const file = join(dir, name);
  const before = readFileSync(file, 'utf8');
  const after = edit(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

/** Edits the line of a symbol. */
const editLine = (text: string, symbol: string, edit: (line: string) => string): string =>
  text
    .split('\n')
    .map((line) => (line.includes(`"symbol":"${symbol}"`) ? edit(line) : line))
    .join('\n');

describe('the script of an inspection bundle', () => {
  it('evaluates every result again, and each is that of the record', () => {
    expect(run()).toEqual({
      code: 0,
      output:
        'Signals that were published from 2026-11-01 to 2026-11-30, prices until 2026-11-05.\n6 signals evaluated again, 0 differences.\n',
    });
  });

  it.each<[string, string, (text: string) => string, string, string]>([
    [
      'a changed low',
      'evidence/prices.jsonl',
      (text) => text.replace('"low":9400', '"low":9600'),
      'HBL',
      'inputs',
    ],
    [
      'a changed volume',
      'evidence/prices.jsonl',
      (text) => editLine(text, 'PPL', (line) => line.replace(/("date":"2026-11-04".*?"volume":)\d+/, '$11')),
      'PPL',
      'inputs',
    ],
    [
      'a removed bar',
      'evidence/prices.jsonl',
      (text) => editLine(text, 'PPL', (line) => line.replace(/,\{"date":"2026-11-04"[^}]*\}/, '')),
      'PPL',
      'exits',
    ],
    [
      'a removed adjustment',
      'evidence/prices.jsonl',
      (text) => text.replace(/"adjustments":\[\{[^\]]*\]/, '"adjustments":[]'),
      'OGDC',
      'inputs',
    ],
    [
      'changed intraday prices',
      'evidence/prices.jsonl',
      (text) => text.replace('"high":10700', '"high":10600'),
      'LUCK',
      'inputs',
    ],
  ])('finds %s', (_, file, edit, symbol, member) => {
    change(file, edit);
    const { code, output } = run();
    expect(output).toContain(`(${symbol}): the evidence gives another`);
    expect(output).toContain(member);
    expect(output).toMatch(/6 signals evaluated again, 1 difference\.\n$/);
    expect(code).toBe(1);
  });

  it('finds a loss that was never entered', () => {
    change('evidence/prices.jsonl', (text) => text.replace(/("date":"2026-11-05".*?"low":)9700/, '$19400'));
    expect(run()).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /\(MARI\): the record lacks its last result: by prices until 2026-11-05 the evidence gives another state, /,
      ),
    });
  });

  it('finds a signal that the evidence lacks', () => {
    change('evidence/prices.jsonl', (text) => text.replace(/[^\n]*"symbol":"HBL"[^\n]*\n/, ''));
    change('signals.csv', (text) => text.replace(/[^\n]*\bHBL\b[^\n]*\n/, ''));
    expect(run()).toMatchObject({
      code: 1,
      output: expect.stringContaining('(HBL): the evidence lacks it.'),
    });
  });

  it('finds a result that the record does not contain', () => {
    // As if the prices of the day after had been known: the second signal of MARI was published on 20 November.
    change('evidence/calendar.json', (text) =>
      text.replace(/"prices_until":"[^"]*"/, '"prices_until":"2026-11-23"'),
    );
    change('evidence/prices.jsonl', (text) =>
      text.replace(/,\{"date":"2026-11-05"[^}]*\}/, (bar) => {
        const next = bar.replace('2026-11-05', '2026-11-23').replace('"low":9700', '"low":9400');
        return bar + next.replace('"previousClose":9900', '"previousClose":10000');
      }),
    );
    expect(run().output).toContain('(MARI): the record contains no result of it, the evidence closed.');
  });

  it('finds a holiday that was added', () => {
    change('evidence/calendar.json', (text) => text.replace('"exchange":[', '"exchange":["2026-11-02",'));
    expect(run().code).toBe(1);
  });

  it('rejects a record that was changed', () => {
    change('record/entries.jsonl', (text) =>
      text.replace('"entry_price":"100.00"', '"entry_price":"101.00"'),
    );
    expect(run()).toMatchObject({ code: 2, output: expect.stringContaining('The record is NOT valid.') });
  });
});
