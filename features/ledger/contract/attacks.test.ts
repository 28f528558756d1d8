import { describe, expect, it } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import { useVerifyEverywhere } from '#tests/support/ledger/verify-everywhere.ts';
import { canonicalize, type JsonValue } from './verify-record.mjs';

/**
 * The attacks of an operator who has the database and the signing key, each with what finds it: nothing but the record, the receipt of the
 * first signal, or a copy of the record from before the attack. docs/record.md has the same table.
 */

type Writer = ReturnType<typeof createRecord>;

const LUCK = {
  id: 'A',
  created_at: '2021-11-24T05:02:00.000Z',
  symbol: 'LUCK',
  signal_type: 'intraday',
  order_type: 'buy',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00'],
};

const inEntry = (id: string, isOpen = true) => ({
  entry: { is_open: isOpen, subject: `signal:${id}`, version: 2 },
});

interface Publication {
  /** When it says that it happened, and when it is entered. */
  at: string;
  enteredAt?: string;
  createdAt?: string;
  isSealed?: boolean;
  signal?: object;
  kind?: string;
}

function publish(record: Writer, id: string, publication: Publication): void {
  const {
    at,
    enteredAt = at,
    createdAt = at,
    isSealed = false,
    signal,
    kind = 'signal.published',
  } = publication;
  const type = isSealed ? 'swing' : 'intraday';
  record.add(
    {
      action: 'added',
      changed_at: at,
      signal: { ...LUCK, id, created_at: createdAt, signal_type: type, ...signal },
      ...inEntry(id, !isSealed),
    },
    { kind, time: enteredAt, isSealed },
  );
}

const bar = (date: string, [open, high, low, close]: [string, string, string, string]) => ({
  ...{ date, open, high, low, close },
  volume: '1000',
});
const BARS = [
  bar('2021-11-24', ['473.00', '480.00', '470.00', '476.00']),
  bar('2021-11-25', ['480.00', '496.00', '478.00', '494.00']),
  bar('2021-11-26', ['500.00', '520.00', '499.00', '515.00']),
];
const EVALUATED_AT = '2021-11-26T13:00:00.000Z';

/** A result by version 3 of the rules: both targets were reached. */
const OUTCOME = {
  evaluated_at: EVALUATED_AT,
  evaluator_version: 3,
  prices_until: '2021-11-26',
  state: 'closed',
  reason: 'target',
  order_kind: 'limit',
  fill_date: '2021-11-24',
  fill_price: '471.00',
  exits: [
    { date: '2021-11-25', price: '495.00', parts: 1, reason: 'target' },
    { date: '2021-11-26', price: '518.00', parts: 1, reason: 'target' },
  ],
  targets_hit: 2,
  r_multiple: '1.5435',
  percent: '7.54',
  worst_r_multiple: '1.5435',
  best_r_multiple: '1.5435',
  bars: BARS,
  adjustments: [] as object[],
  ended_on: '2021-11-26',
};

function evaluate(record: Writer, change: object = {}, { id = 'A', at = EVALUATED_AT } = {}): void {
  const outcome = { ...OUTCOME, evaluated_at: at, ...change } as JsonValue;
  record.add({ signal_id: id, outcome, ...inEntry(id) }, { kind: 'outcome.evaluated', time: at });
}

function correct(
  record: Writer,
  values: object[],
  dates: object = { symbol: 'LUCK', from: '2021-11-25', until: '2021-11-25' },
): void {
  const time = '2021-11-26T14:00:00.000Z';
  const correction = { ...dates, values };
  record.add(
    { entered_at: time, corrections: [correction] as unknown as JsonValue, ...inEntry('-') },
    { kind: 'inputs.corrected', time },
  );
}

const DECISION_KINDS = {
  void: 'outcome.voided',
  override: 'outcome.overridden',
  withdraw: 'outcome.decision-withdrawn',
};

/** What an administrator decides about signal C, which was published after the close. */
function decide(
  record: Writer,
  kind: keyof typeof DECISION_KINDS,
  { at, effect, ...result }: { at: string; effect?: string } & Record<string, string>,
): void {
  const decision = { id: 1, kind, decided_at: at, ...result, ...(effect && { void_effect: effect }) };
  record.add({ signal_id: 'C', decision, ...inEntry('C') }, { kind: DECISION_KINDS[kind], time: at });
}

/** Publishes signal C, voids it, and evaluates that it was filled on the next day and has won. */
function voidWinner(
  record: Writer,
  effect: string,
  { at = '2021-11-24T11:31:00.000Z', withdrawnAt = '' } = {},
): void {
  publish(record, 'C', { at: '2021-11-24T11:30:00.000Z' });
  decide(record, 'void', { at, effect });
  const isEarly = withdrawnAt < EVALUATED_AT;
  if (withdrawnAt && isEarly) decide(record, 'withdraw', { at: withdrawnAt });
  const filled = bar('2021-11-25', ['473.00', '496.00', '470.00', '494.00']);
  evaluate(record, { fill_date: '2021-11-25', bars: [filled, BARS[2]] }, { id: 'C' });
  if (withdrawnAt && !isEarly) decide(record, 'withdraw', { at: withdrawnAt });
}

/** A single exit at once, of all parts or of one, with the result that belongs to it. */
const exitAll = (price: string, reason: string, parts = 2) => {
  const gain = Number(price) - 471;
  const r = (gain / 23).toFixed(4);
  return {
    exits: [{ date: '2021-11-25', price, parts, reason }],
    targets_hit: 0,
    ...{ r_multiple: r, worst_r_multiple: r, best_r_multiple: r, percent: ((gain * 100) / 471).toFixed(2) },
    ended_on: '2021-11-25',
  };
};

const STOPPED = {
  ...exitAll('448.00', 'stop'),
  bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
};

/** Enters a loss, something else, and a gain of the same signal. */
function replaceLoss(record: Writer, enter: () => void): void {
  evaluate(record, STOPPED, { at: '2021-11-25T12:00:00.000Z' });
  enter();
  evaluate(record, {}, { at: '2021-11-27T15:00:00.000Z' });
}

const ALL_DATES = { symbol: null, from: null, until: '2099-12-31' };
const moveStop = (record: Writer, at: string) =>
  publish(record, 'A', {
    at,
    createdAt: LUCK.created_at,
    signal: { stop_loss: '455.00' },
    kind: 'signal.changed',
  });

/** A record with two publications and the signed head of the open. */
function begin(): Writer {
  const record = createRecord();
  record.announceKey('2021-11-24T05:00:00.000Z');
  publish(record, 'A', { at: LUCK.created_at });
  publish(record, 'B', { at: '2021-11-24T05:10:00.000Z', isSealed: true });
  record.sign('2021-11-24T05:10:01.000Z');
  return record;
}

/** Returns the receipt of the first signal. */
function getReceipt({ lines, heads }: Writer): string {
  const { type: _, ...entry } = JSON.parse(lines[1] ?? '');
  return JSON.stringify({ entry, head: heads[0] });
}

/** Found by the record alone, and so with any copy. */
const always = (message: string) => [message, message, message] as const;
const NOT_FOUND = '';

type Found = readonly [nothing: string, receipt: string, copy: string];

/** What an operator writes after the copy was saved. */
const WRITTEN: Record<string, [write: (record: Writer) => void, found: Found]> = {
  'a publication dated back by 29 minutes': [
    (record) =>
      publish(record, 'C', { at: '2021-11-24T05:31:00.000Z', enteredAt: '2021-11-24T06:00:00.000Z' }),
    always('far from its time'),
  ],
  'a signal created eight days before its publication': [
    (record) =>
      publish(record, 'C', { at: '2021-11-24T06:00:00.000Z', createdAt: '2021-11-16T06:00:00.000Z' }),
    always('publishes a signal of "2021-11-16'),
  ],
  'a publication at a time that cannot be read': [
    (record) => publish(record, 'C', { at: 'in the morning', enteredAt: '2021-11-24T06:00:00.000Z' }),
    always('far from its time'),
  ],
  'a time that changes what a terminal shows': [
    (record) =>
      publish(record, 'C', { at: '\u001b[2J\u009b1A\u202evalid', enteredAt: '2021-11-24T06:00:00.000Z' }),
    always(String.raw`happened at "\u001b[2J\u{9b}1A\u{202e}valid", far from its time`),
  ],
  'a clock that is put back by 70 minutes after an entry': [
    (record) => {
      publish(record, 'C', { at: '2021-11-24T06:00:00.000Z' });
      // The chain never goes back, so the server enters it at the time of the entry before.
      publish(record, 'D', { at: '2021-11-24T04:50:00.000Z', enteredAt: '2021-11-24T06:00:00.000Z' });
    },
    always('far from its time'),
  ],
  'a clock that is put back by 70 minutes, in the time of the entry too': [
    (record) => {
      publish(record, 'C', { at: '2021-11-24T06:00:00.000Z' });
      publish(record, 'D', { at: '2021-11-24T04:50:00.000Z' });
    },
    always('dated before the entry before it'),
  ],
  // At 08:00, 70 minutes after the last entry and without a head in between.
  'a clock that is put back by 70 minutes when nothing was entered since': [
    (record) => publish(record, 'C', { at: '2021-11-24T06:50:00.000Z' }),
    [NOT_FOUND, NOT_FOUND, NOT_FOUND],
  ],
  'two servers whose clocks are 20 minutes ahead and 5 minutes behind': [
    (record) => {
      publish(record, 'C', { at: '2021-11-24T06:20:00.000Z' });
      publish(record, 'D', { at: '2021-11-24T05:56:00.000Z', enteredAt: '2021-11-24T06:20:00.000Z' });
    },
    always('far from its time'),
  ],
  'a content in format 1 after format 2 began': [
    (record) =>
      record.add(
        { action: 'added', changed_at: '2020-01-01T00:00:00.000Z', signal: { ...LUCK, id: 'C' } },
        { kind: 'signal.changed', time: '2021-11-24T06:00:00.000Z' },
      ),
    always('far from its time'),
  ],
  'a content in format 1 that says the time of its entry': [
    (record) =>
      record.add(
        { action: 'added', changed_at: '2021-11-24T06:00:00.000Z', signal: { ...LUCK, id: 'C' } },
        { kind: 'signal.published', time: '2021-11-24T06:00:00.000Z' },
      ),
    always('is in format 1'),
  ],
  'an imported outcome after format 2 began': [
    (record) =>
      record.add(
        { signal_id: 'A', outcome: OUTCOME as unknown as JsonValue },
        {
          kind: 'outcome.imported',
          time: EVALUATED_AT,
        },
      ),
    always('no server has entered since format 2'),
  ],
  'a result before the publication of its signal': [
    (record) => evaluate(record, {}, { id: 'C' }),
    // A sealed publication may be that of the signal, but it would be sealed with it.
    always('was not published before'),
  ],
  'levels that are changed after the publication': [
    (record) =>
      publish(record, 'A', {
        at: '2021-11-24T06:00:00.000Z',
        createdAt: LUCK.created_at,
        signal: { target_points: ['480.00', '518.00'] },
        kind: 'signal.changed',
      }),
    always('its target_points is another one'),
  ],
  'a result outside its own bounds': [
    (record) => evaluate(record, { worst_r_multiple: '-1.0000', best_r_multiple: '1.0000' }),
    always('not that of its worst price path'),
  ],
  'a fill before the publication': [
    (record) =>
      evaluate(record, {
        fill_date: '2021-11-21',
        bars: [bar('2021-11-21', ['473.00', '480.00', '470.00', '476.00']), ...BARS],
      }),
    always('The dates of entry'),
  ],
  'a target at a price that is no level': [
    (record) =>
      evaluate(record, {
        exits: [OUTCOME.exits[0], { ...OUTCOME.exits[1], price: '519.00' }],
        ...{ r_multiple: '1.5652', worst_r_multiple: '1.5652', best_r_multiple: '1.5652', percent: '7.64' },
      }),
    always('neither the target nor the open'),
  ],
  'a target that the price did not reach': [
    (record) =>
      evaluate(record, { bars: BARS.with(2, bar('2021-11-26', ['500.00', '517.00', '499.00', '515.00'])) }),
    always('outside the low and the high'),
  ],
  'a fill on a day without the trades for it': [
    (record) =>
      evaluate(record, { bars: BARS.with(0, { ...(BARS[0] as object), volume: '0' } as (typeof BARS)[0]) }),
    always('no price was traded that can fill one'),
  ],
  'a result whose content cannot be read': [
    (record) => evaluate(record, { bars: 'none', exits: 1 }),
    always('does not have the form of its kind'),
  ],
  'a result without its bars': [
    (record) => evaluate(record, { bars: [] }),
    always('does not contain the prices'),
  ],
  'an exit at a better price than the stop loss': [
    (record) =>
      evaluate(record, {
        ...exitAll('460.00', 'stop'),
        bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
      }),
    always('a better price than the stop loss'),
  ],
  'a close instead of the stop loss, which the price had reached': [
    (record) =>
      evaluate(record, {
        ...exitAll('470.00', 'manual'),
        bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '470.00'])),
      }),
    always('a better result than the stop loss'),
  ],
  'a target that counts for the whole position': [
    (record) => evaluate(record, { ...exitAll('495.00', 'target', 1), targets_hit: 1 }),
    always('not the parts of its position'),
  ],
  'a second final result without a reason': [
    (record) => {
      evaluate(record, {
        ...exitAll('448.00', 'stop'),
        bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
      });
      evaluate(record, {}, { at: '2021-11-26T15:00:00.000Z' });
    },
    always('changes a final result without a reason'),
  ],
  'a second final result after a correction without values': [
    (record) => {
      evaluate(record, {
        ...exitAll('448.00', 'stop'),
        bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
      });
      correct(record, []);
      evaluate(record, {}, { at: '2021-11-26T15:00:00.000Z' });
    },
    always('changes a final result without a reason'),
  ],
  'a second final result after a correction of other dates': [
    (record) => {
      evaluate(record, {
        ...exitAll('448.00', 'stop'),
        bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
      });
      correct(record, [{ date: '2021-06-02', before: ['1.00'], after: ['2.00'] }]);
      evaluate(record, {}, { at: '2021-11-26T15:00:00.000Z' });
    },
    always('changes a final result without a reason'),
  ],
  'a second final result after a calendar correction without values': [
    (record) => replaceLoss(record, () => correct(record, [], ALL_DATES)),
    always('changes a final result without a reason'),
  ],
  'a second final result after a holiday on another date': [
    (record) => {
      const values = [{ date: '2021-06-02', before: null, after: { is_holiday: true } }];
      replaceLoss(record, () => correct(record, values, ALL_DATES));
    },
    always('changes a final result without a reason'),
  ],
  'a second final result after trading hours of other dates': [
    (record) => {
      const hours = { valid_from: '2021-04-14', valid_to: '2021-05-16', friday: '09:17-12:30' };
      const values = [{ date: '2021-04-14', before: hours, after: { ...hours, friday: '09:17-11:30' } }];
      replaceLoss(record, () => correct(record, values, ALL_DATES));
    },
    always('changes a final result without a reason'),
  ],
  'a second final result after a stop loss that was moved after the end': [
    (record) => replaceLoss(record, () => moveStop(record, '2021-11-27T06:00:00.000Z')),
    always('changes a final result without a reason'),
  ],
  'a loss that cannot be measured, of a signal that was published after the close': [
    (record) => {
      publish(record, 'C', { at: '2021-11-24T13:00:00.000Z' });
      const nothing = { fill_date: null, fill_price: null, exits: [], targets_hit: 0, bars: [] };
      const state = { state: 'not_measurable', reason: 'not_measurable', r_multiple: null, percent: null };
      evaluate(record, { ...nothing, ...state, worst_r_multiple: '-1.0000' }, { id: 'C' });
    },
    always('cannot be measured, but it was published outside trading hours'),
  ],
  'a void before the open that is withdrawn when the signal has won': [
    (record) => voidWinner(record, 'removed', { withdrawnAt: '2021-11-26T14:00:00.000Z' }),
    always('changes that, after its entry could be filled'),
  ],
  'a void before the open that is withdrawn before the result is entered': [
    (record) => voidWinner(record, 'removed', { withdrawnAt: '2021-11-25T10:00:00.000Z' }),
    always('changes that, after its entry could be filled'),
  ],
  'a void in session that is replaced by an override when the signal has won': [
    (record) => {
      voidWinner(record, 'by_intraday_prices');
      const prices = { fill_price: '471.00', exit_price: '494.00', r_multiple: '1.0000', percent: '4.88' };
      decide(record, 'override', { at: '2021-11-26T14:00:00.000Z', ...prices });
    },
    always('changes that, after its entry could be filled'),
  ],
  'a void that removes a signal when it has lost': [
    (record) => voidWinner(record, 'removed', { at: '2021-11-25T11:00:00.000Z' }),
    always('removes a signal from the figures, or changes that'),
  ],
  'a void that may remove a signal by the intraday prices of hours': [
    (record) => voidWinner(record, 'by_intraday_prices', { at: '2021-11-24T12:01:00.000Z' }),
    always('removes a signal from the figures too late'),
  ],
  'a void that does not say what it does': [
    (record) => {
      evaluate(record);
      publish(record, 'C', { at: '2021-11-26T14:00:00.000Z' });
      decide(record, 'void', { at: '2021-11-26T14:01:00.000Z' });
    },
    always('does not say what the void does'),
  ],
  'sealed decoys that are never released': [
    (record) => record.sign('2024-02-01T13:00:00.000Z'),
    always('Entry 3 is a publication that has been sealed since'),
  ],
  'sealed decoys as long as they may belong to a signal': [
    (record) => record.sign('2023-01-01T13:00:00.000Z'),
    [NOT_FOUND, NOT_FOUND, NOT_FOUND],
  ],
  'sealed decoys for longer than the stated delay allows': [
    (record) => {
      record.add(
        {
          changed_at: '2021-11-24T06:00:00.000Z',
          changes: [{ name: 'premium_public_after_days', before: '30', after: '7' }],
          figures: null,
          ...inEntry('terms'),
        },
        { kind: 'terms.changed', time: '2021-11-24T06:00:00.000Z' },
      );
      record.sign('2023-02-15T13:00:00.000Z');
    },
    always('sealed since'),
  ],
};

/** What an operator changes in what was written before. */
const CHANGED: Record<string, [change: (lines: string[]) => string[], found: Found]> = {
  'an entry that is sealed again': [
    (lines) => {
      const { payload: _, salt: __, ...sealed } = JSON.parse(lines[1] ?? '');
      return lines.with(1, canonicalize(sealed));
    },
    [NOT_FOUND, NOT_FOUND, 'was sealed again'],
  ],
  'a cut tail': [(lines) => lines.slice(0, 1), [NOT_FOUND, 'is missing', 'is missing']],
  'a head that was removed': [
    (lines) => lines.slice(0, 3),
    [NOT_FOUND, 'but was removed', 'but was removed'],
  ],
  'a whole record that is written again': [
    () => begin().lines,
    [NOT_FOUND, 'the record was rewritten', 'the record was rewritten'],
  ],
};

const verifyEverywhere = useVerifyEverywhere();

/** Returns what is found with nothing, with a receipt and with a copy. */
async function attack(bytes: Buffer, copies: readonly (string | undefined)[]): Promise<string[][]> {
  const found: string[][] = [];
  for (const copy of copies) found.push(await verifyEverywhere(bytes, copy));
  return found;
}

function expectFound(found: string[][], expected: Found): void {
  for (const [index, texts] of found.entries()) {
    const message = expected[index];
    const [page, command, script] = texts;
    if (message) expect(texts).toEqual(texts.map(() => expect.stringContaining(message)));
    else expect([page, command, script]).toEqual(['', '', expect.stringContaining('The record is valid.')]);
  }
}

describe('what an operator with the database and the key writes', () => {
  it.each(Object.entries(WRITTEN))(
    '%s',
    async (_, [write, expected]) => {
      const record = begin();
      const copies = [undefined, getReceipt(record), record.toBytes().toString()];
      write(record);
      expectFound(await attack(record.toBytes(), copies), expected);
    },
    30_000,
  );

  it('accepts the honest results that these attacks change', async () => {
    const record = begin();
    evaluate(record, {
      ...exitAll('448.00', 'stop'),
      bars: BARS.with(1, bar('2021-11-25', ['475.00', '476.00', '440.00', '445.00'])),
    });
    const values = [
      { date: '2021-11-25', before: ['475.00', '476.00', '440.00'], after: ['480.00', '496.00', '478.00'] },
    ];
    correct(record, values);
    evaluate(record, {}, { at: '2021-11-26T15:00:00.000Z' });
    expectFound(await attack(record.toBytes(), [undefined]), [NOT_FOUND, NOT_FOUND, NOT_FOUND]);
  });
});

describe('a second final result', () => {
  const holiday = [{ date: '2021-11-24', before: null, after: { is_holiday: true } }];
  const hours = { valid_from: '2021-03-01', valid_to: '2021-11-24', friday: '09:17-12:00' };
  const schedule = [{ date: '2021-03-01', before: hours, after: { ...hours, valid_to: null } }];
  it.each<[string, (record: Writer) => void]>([
    ['a holiday on a date that it used', (record) => correct(record, holiday, ALL_DATES)],
    ['trading hours of dates that it used', (record) => correct(record, schedule, ALL_DATES)],
    ['a stop loss that was moved before the end', (record) => moveStop(record, '2021-11-25T12:30:00.000Z')],
  ])('is accepted after %s', async (_, enter) => {
    const record = begin();
    replaceLoss(record, () => enter(record));
    expectFound(await attack(record.toBytes(), [undefined]), [NOT_FOUND, NOT_FOUND, NOT_FOUND]);
  });
});

describe('a void that is withdrawn', () => {
  it.each<[string, string, string, string]>([
    ['before the open', '2021-11-24T11:31:00.000Z', 'removed', '2021-11-25T04:00:00.000Z'],
    [
      'after the result, if it kept the signal',
      '2021-11-25T05:00:00.000Z',
      'kept',
      '2021-11-26T14:00:00.000Z',
    ],
  ])('is accepted %s', async (_, at, effect, withdrawnAt) => {
    const record = begin();
    voidWinner(record, effect, { at, withdrawnAt });
    expectFound(await attack(record.toBytes(), [undefined]), [NOT_FOUND, NOT_FOUND, NOT_FOUND]);
  });
});

describe('what an operator changes in what was written before', () => {
  it.each(Object.entries(CHANGED))(
    '%s',
    async (_, [change, expected]) => {
      const record = begin();
      const copies = [undefined, getReceipt(record), record.toBytes().toString()];
      const bytes = Buffer.from(
        change(record.lines)
          .map((line) => `${line}\n`)
          .join(''),
      );
      expectFound(await attack(bytes, copies), expected);
    },
    30_000,
  );
});
