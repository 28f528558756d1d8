import { describe, expect, it } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import { useVerifyEverywhere } from '#tests/support/ledger/verify-everywhere.ts';
import { canonicalize, type JsonValue } from './verify-record.mjs';

/** What an operator with the database and the key writes: every hash and every signature is calculated again. */
type Step = 'key' | { head?: string } | Entry;
interface Entry {
  kind: string;
  time?: string;
  isSealed?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: mutations change any part of a content
  payload: any;
}

const A = {
  id: 'A',
  signal_type: 'intraday',
  symbol: 'LUCK',
  order_type: 'buy',
  created_at: '2025-11-24T05:00:00.000Z',
};
const LUCK = { ...A, entry_price: '471.00', stop_loss: '448.00', target_points: ['495.00', '518.00'] };
const MARI = { ...LUCK, id: 'C', symbol: 'MARI', entry_price: '100.00', stop_loss: '90.00' };
const FFC = {
  ...MARI,
  id: 'D',
  symbol: 'FFC',
  order_type: 'sell',
  stop_loss: '105.00',
  target_points: ['95.00', '90.00'],
};
const at = '2025-11-24T05:00:00.000Z';
const enter = (id: string, isOpen = true) => ({
  entry: { is_open: isOpen, subject: `signal:${id}`, version: 2 },
});
const version = (signal: object, kind = 'signal.published'): Entry => ({
  kind,
  payload: { action: 'x', changed_at: at, signal, ...enter((signal as { id: string }).id) },
});
const outcome = (signal_id: string, result: object): Entry => ({
  kind: 'outcome.evaluated',
  payload: {
    signal_id,
    outcome: {
      evaluated_at: at,
      evaluator_version: 1,
      state: 'closed',
      ended_on: '2025-11-26',
      adjustments: [],
      ...result,
    },
    ...enter(signal_id),
  },
});

/** Without parts that two versions share, so that a mutation changes one. */
const makeSteps = (): Step[] =>
  JSON.parse(
    JSON.stringify([
      'key',
      version(LUCK),
      version({ ...LUCK, stop_loss: '455.00' }, 'signal.changed'),
      {},
      outcome('A', {
        fill_date: '2025-11-24',
        fill_price: '470.00',
        exits: [
          { date: '2025-11-25', price: '495.00', parts: 1 },
          { date: '2025-11-26', price: '518.00', parts: 1 },
        ],
        r_multiple: '1.5870',
        percent: '7.77',
      }),
      {
        kind: 'outcome.overridden',
        payload: {
          signal_id: 'A',
          decision: {
            decided_at: at,
            fill_price: '470.00',
            exit_price: '480.00',
            r_multiple: '0.4348',
            percent: '2.13',
          },
          ...enter('A'),
        },
      },
      { kind: 'signal.published', isSealed: true, payload: { signal: { id: 'B' } } },
      version(MARI),
      outcome('C', {
        fill_date: '2025-11-24',
        fill_price: '100.00',
        exits: [{ date: '2025-11-26', price: '99.00', parts: 2 }],
        adjustments: [{ date: '2025-11-25', factor: '0.9' }],
        r_multiple: '1.0000',
        percent: '10.00',
      }),
      {
        kind: 'inputs.corrected',
        payload: { entered_at: at, corrections: [{ symbol: 'MARI' }], ...enter('-') },
      },
      outcome('C', {
        fill_date: '2025-11-24',
        fill_price: '100.00',
        exits: [{ date: '2025-11-26', price: '89.10', parts: 2 }],
        adjustments: [{ date: '2025-11-25', factor: '0.9' }],
        r_multiple: '-0.1000',
        percent: '-1.00',
      }),
      version(FFC),
      // Rs. 95.00 and Rs. 90.00 of a published share, of which the second half paid Rs. 2.50.
      outcome('D', {
        fill_date: '2025-11-24',
        fill_price: '100.00',
        exits: [
          { date: '2025-11-25', price: '76.00', parts: 1 },
          { date: '2025-11-26', price: '72.00', parts: 1 },
        ],
        adjustments: [
          { date: '2025-11-25', factor: '0.8' },
          { date: '2025-11-26', dividend: '2.0000' },
        ],
        r_multiple: '1.2500',
        percent: '6.25',
      }),
      {},
    ] satisfies Step[]),
  );

function write(steps: readonly Step[]) {
  const record = createRecord();
  for (const step of steps) {
    if (step === 'key') record.announceKey();
    else if ('kind' in step) record.add(step.payload as JsonValue, step);
    else record.sign(step.head);
  }
  return record;
}

const STEPS = {
  published: 1,
  changed: 2,
  head: 3,
  outcome: 4,
  override: 5,
  sealed: 6,
  adjusted: 8,
  correction: 9,
  sell: 12,
};

/** Changes the content of an entry. */
const edit =
  (index: number, change: (payload: Entry['payload'], entry: Entry) => void) => (steps: Step[]) => {
    const entry = steps[index] as Entry;
    change(entry.payload, entry);
  };

/** Each mutation with the words by which it is found. */
const MUTATIONS: Record<string, [(steps: Step[]) => void, string]> = {
  'an entry dated before the head before it': [
    (steps) => {
      steps[STEPS.head] = { head: '2025-11-24T09:00:00.000Z' };
    },
    'before the head before it',
  ],
  'a publication dated back by 29 minutes': [
    edit(STEPS.published, (payload) => {
      payload.changed_at = '2025-11-24T04:31:00.000Z';
    }),
    'far from its time',
  ],
  'a signal created eight days before its publication': [
    (steps) => {
      for (const index of [STEPS.published, STEPS.changed])
        (steps[index] as Entry).payload.signal.created_at = '2025-11-16T05:00:00.000Z';
    },
    'publishes a signal of',
  ],
  'a publication that happened before the entry before it': [
    edit(STEPS.sell - 1, (payload, entry) => {
      Object.assign(payload, { changed_at: '2025-11-24T04:59:30.000Z' });
      entry.time = '2025-11-24T05:00:12.000Z';
    }),
    'before the entry before it',
  ],
  'a publication that was entered long after it happened': [
    edit(STEPS.published, (payload) => {
      payload.changed_at = '2025-11-24T02:00:00.000Z';
    }),
    'far from its time',
  ],
  'an evaluation dated after its entry': [
    edit(STEPS.outcome, ({ outcome: result }) => {
      result.evaluated_at = '2025-11-25T05:00:00.000Z';
    }),
    'far from its time',
  ],
  'a decision dated back': [
    edit(STEPS.override, ({ decision }) => {
      decision.decided_at = '2025-11-23T05:00:00.000Z';
    }),
    'far from its time',
  ],
  'an entry in the future': [
    (steps) => void steps.push({ kind: 'key.started', time: '2999-01-01T00:00:00.000Z', payload: {} }),
    'in the future',
  ],
  'a head in the future': [(steps) => void steps.push({ head: '2999-01-01T00:00:00.000Z' }), 'in the future'],
  'an unknown kind': [
    edit(STEPS.sealed, (_, entry) => {
      entry.kind = 'signal.hidden';
    }),
    'unknown kind',
  ],
  'another entry price': [
    edit(STEPS.changed, ({ signal }) => {
      signal.entry_price = '460.00';
    }),
    'its entry_price is another one',
  ],
  'another target': [
    edit(STEPS.changed, ({ signal }) => {
      signal.target_points[1] = '500.00';
    }),
    'its target_points is another one',
  ],
  'another type': [
    edit(STEPS.changed, ({ signal, entry }) => {
      Object.assign(signal, { signal_type: 'swing' });
      entry.is_open = false;
    }),
    'its signal_type is another one',
  ],
  'the other side': [
    edit(STEPS.changed, ({ signal }) => {
      signal.order_type = 'sell';
    }),
    'its order_type is another one',
  ],
  'a stop loss that moves away from profit': [
    edit(STEPS.changed, ({ signal }) => {
      signal.stop_loss = '440.00';
    }),
    'away from profit',
  ],
  'a result that contradicts its exits': [
    edit(STEPS.outcome, ({ outcome: result }) => {
      result.r_multiple = '2.5870';
    }),
    'contradicts its own prices',
  ],
  'a percentage that contradicts its exits': [
    edit(STEPS.outcome, ({ outcome: result }) => {
      result.percent = '9.77';
    }),
    'contradicts its own prices',
  ],
  'a result without the bonus of its stock': [
    edit(STEPS.adjusted, ({ outcome: result }) => {
      result.adjustments = [];
    }),
    'contradicts its own prices',
  ],
  'a sell without the dividend that it paid': [
    edit(STEPS.sell, ({ outcome: result }) => {
      result.adjustments.pop();
    }),
    'contradicts its own prices',
  ],
  'a sell with a smaller dividend': [
    edit(STEPS.sell, ({ outcome: result }) => {
      result.adjustments[1].dividend = '1.0000';
    }),
    'contradicts its own prices',
  ],
  'a sell that paid its dividend after its last exit': [
    edit(STEPS.sell, ({ outcome: result }) => {
      result.adjustments[1].date = '2025-11-27';
    }),
    'contradicts its own prices',
  ],
  'an override that contradicts its prices': [
    edit(STEPS.override, ({ decision }) => {
      decision.r_multiple = '44.0000';
    }),
    'contradicts its own prices',
  ],
  'a final result that changes without a reason': [
    edit(STEPS.correction, (payload) => {
      payload.corrections[0].symbol = 'OGDC';
    }),
    'changes a final result without a reason',
  ],
  'a content in format 1 after one in format 2': [
    edit(STEPS.changed, (payload) => {
      delete payload.entry;
    }),
    'is in format 1',
  ],
  'an imported signal after format 2 began': [
    edit(STEPS.sealed, (_, entry) => {
      entry.kind = 'signal.imported';
    }),
    'no server has entered since format 2',
  ],
  'a signal that is published twice': [
    edit(STEPS.changed, (_, entry) => {
      entry.kind = 'signal.published';
    }),
    'was published before',
  ],
  'a result of a signal that is published after it': [
    (steps) => {
      const [published] = steps.splice(STEPS.published, 1);
      steps.splice(STEPS.outcome, 0, published as Entry);
      steps.splice(STEPS.changed - 1, 1);
    },
    'was not published before',
  ],
  'a result by older rules than one before': [
    (steps) => {
      for (const index of [STEPS.outcome, STEPS.adjusted])
        (steps[index] as Entry).payload.outcome.evaluator_version = 2;
    },
    'after results by version 2',
  ],
  'a result by unknown rules': [
    edit(STEPS.sell, ({ outcome: result }) => {
      result.evaluator_version = 99;
    }),
    'Verify with the newest script',
  ],
  'a result that is better than its best path': [
    edit(STEPS.outcome, ({ outcome: result }) => {
      Object.assign(result, { worst_r_multiple: '-1.0000', best_r_multiple: '1.0000' });
    }),
    'not between its own bounds',
  ],
  'an entry that is released with another signal': [
    edit(STEPS.outcome, ({ entry }) => {
      entry.subject = 'signal:B';
    }),
    'part of another signal',
  ],
  'a free signal that was sealed': [
    edit(STEPS.outcome, ({ entry }) => {
      entry.is_open = false;
    }),
    'contrary to the type',
  ],
};

const verifyEverywhere = useVerifyEverywhere();

const valid = write(makeSteps());
const COPY = valid.toBytes().toString();

/** Mutations that only a saved copy shows, each with the words by which it is found. */
const SAVED_MUTATIONS: Record<string, [(lines: string[]) => string[], string]> = {
  'content that was sealed again': [
    (lines) => {
      const { payload: _, salt: __, ...sealed } = JSON.parse(lines[STEPS.outcome] ?? '');
      return lines.with(STEPS.outcome, canonicalize(sealed));
    },
    'was sealed again',
  ],
  'a removed head': [(lines) => lines.toSpliced(STEPS.head, 1), 'but was removed'],
  'removed entries at the end': [(lines) => lines.slice(0, 4), 'is missing'],
};

describe('page, command and script', () => {
  it('accept the record without a mutation', async () => {
    const [page, command, script] = await verifyEverywhere(valid.toBytes(), COPY);
    expect([page, command]).toEqual(['', '']);
    expect(script).toContain('The record is valid.');
  });

  it('the page, the command and the script find every mutation', async () => {
    const missed: string[] = [];
    const verify = async (name: string, message: string, bytes: Buffer, copy?: string) => {
      const texts = await verifyEverywhere(bytes, copy);
      if (!texts.every((text) => text.includes(message))) missed.push(`${name}: ${texts.join(' | ')}`);
    };
    for (const [name, [mutate, message]] of Object.entries(MUTATIONS)) {
      const steps = makeSteps();
      mutate(steps);
      await verify(name, message, write(steps).toBytes());
    }
    for (const [name, [mutate, message]] of Object.entries(SAVED_MUTATIONS))
      await verify(name, message, Buffer.from(`${mutate(valid.lines).join('\n')}\n`), COPY);
    const total = Object.keys({ ...MUTATIONS, ...SAVED_MUTATIONS }).length;
    process.stdout.write(
      `The page, the command and the script find ${total - missed.length} of ${total} mutations.\n`,
    );
    expect(missed).toEqual([]);
  }, 120_000);
});
