import { describe, expect, it } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import { type JsonValue, verifyBytes } from './verify-record.mjs';

const AT = '2025-11-24T05:00:00.000Z';
const LUCK = {
  id: 'A',
  signal_type: 'intraday',
  symbol: 'LUCK',
  order_type: 'buy',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00'],
  created_at: AT,
  analyst_name: 'Ayesha Khan',
  analyst_registration: 'RA-0117',
  rationale: 'A higher low.',
  disclosures: ['none'],
  horizon_days: 1,
};
const { rationale: _rationale, ...WITHOUT_RATIONALE } = LUCK;
const MARI = { ...LUCK, id: 'B', symbol: 'MARI' };
const FIRST = { text: 'Volume is falling.', at: '2025-11-24T05:00:02.000Z' };
const SECOND = { text: 'The result is on Friday.', at: '2025-11-24T05:00:03.000Z' };
type Version = Record<string, JsonValue> & { id: string };

/** Verifies a record with these versions of signals, the first of each being its publication. `null` is a result by version 3 of the rules. */
async function verify(versions: readonly (Version | null)[], format = 2): Promise<string | undefined> {
  const record = createRecord();
  const published = new Set<string>();
  record.announceKey();
  for (const signal of versions) {
    const subject = `signal:${signal?.id ?? 'A'}`;
    const entry = { is_open: true, subject, version: 2 };
    if (signal === null) {
      const outcome = { evaluated_at: AT, evaluator_version: 3, state: 'pending', ended_on: null };
      record.add({ signal_id: 'A', outcome, entry }, { kind: 'outcome.evaluated' });
      continue;
    }
    const kind = published.has(signal.id) ? 'signal.changed' : 'signal.published';
    published.add(signal.id);
    record.add({ action: 'x', changed_at: AT, signal, ...(format === 2 && { entry }) }, { kind });
  }
  record.sign();
  return (await verifyBytes([record.toBytes()])).problem?.message;
}

describe('a record', () => {
  it('in which notes were added one after the other is valid', async () => {
    expect(
      await verify([
        { ...LUCK, notes: null },
        { ...LUCK, notes: [FIRST] },
        { ...LUCK, notes: [FIRST, SECOND] },
        { ...LUCK, notes: [FIRST, SECOND], stop_loss: '455.00' },
      ]),
    ).toBeUndefined();
  });

  it('in which signals were corrected before there were notes is valid', async () => {
    expect(
      await verify([
        LUCK,
        { ...LUCK, rationale: 'Volume rises.', analyst_name: 'Bilal Raza' },
        { ...MARI, notes: null },
        {
          ...LUCK,
          rationale: 'Volume rises.',
          analyst_name: 'Bilal Raza',
          notes: [{ ...FIRST, at: '2025-11-24T05:00:04.000Z' }],
        },
      ]),
    ).toBeUndefined();
    expect(await verify([LUCK, { ...LUCK, analyst_name: 'Bilal Raza' }], 1)).toBeUndefined();
  });

  it('with a version by a server of an earlier release, which runs during an upgrade, is valid', async () => {
    const { rationale: _, disclosures: __, horizon_days: ___, ...earlier } = LUCK;
    const noted = { ...LUCK, notes: [FIRST] };
    expect(
      await verify([
        { ...LUCK, notes: null },
        noted,
        { ...earlier, stop_loss: '455.00' },
        { ...noted, stop_loss: '455.00' },
      ]),
    ).toBeUndefined();
  });

  it.each<[string, (Version | null)[], string]>([
    [
      'another rationale',
      [
        { ...LUCK, notes: null },
        { ...LUCK, rationale: 'We were right.' },
      ],
      'its rationale is another one',
    ],
    [
      'no rationale any more',
      [
        { ...LUCK, notes: null },
        { ...LUCK, rationale: null },
      ],
      'its rationale is another one',
    ],
    [
      'another analyst',
      [
        { ...LUCK, notes: null },
        { ...LUCK, analyst_name: 'Bilal Raza' },
      ],
      'its analyst_name is another one',
    ],
    [
      'other disclosures',
      [
        { ...LUCK, notes: null },
        { ...LUCK, disclosures: ['firm_position'] },
      ],
      'its disclosures is another one',
    ],
    [
      'another horizon',
      [
        { ...LUCK, notes: null },
        { ...LUCK, horizon_days: 5 },
      ],
      'its horizon_days is another one',
    ],
    [
      'another rationale of an older signal, after a note of another one',
      [LUCK, { ...MARI, notes: null }, { ...LUCK, rationale: 'We were right.' }],
      'its rationale is another one',
    ],
    [
      'another rationale without notes, after a result by the new rules',
      [LUCK, null, { ...LUCK, rationale: 'We were right.' }],
      'its rationale is another one',
    ],
    [
      'another rationale, hidden by a version without it',
      [{ ...LUCK, notes: null }, WITHOUT_RATIONALE, { ...LUCK, rationale: 'We were right.' }],
      'its rationale is another one',
    ],
    [
      'a note dated back',
      [LUCK, { ...LUCK, notes: [{ ...FIRST, at: '2025-11-24T04:58:00.000Z' }] }],
      'not dated at its time',
    ],
    [
      'a note dated later',
      [LUCK, { ...LUCK, notes: [{ ...FIRST, at: '2025-11-24T05:02:00.000Z' }] }],
      'not dated at its time',
    ],
    ['a note without a time', [LUCK, { ...LUCK, notes: [{ text: 'Volume.' }] }], 'not dated at its time'],
    [
      'a publication with an older note',
      [{ ...LUCK, notes: [{ ...FIRST, at: '2025-11-23T05:00:00.000Z' }] }],
      'not dated at its time',
    ],
    ['notes that are no list', [LUCK, { ...LUCK, notes: 'Volume.' }], 'changes or removes a note'],
    [
      'a changed note',
      [LUCK, { ...LUCK, notes: [FIRST] }, { ...LUCK, notes: [{ ...FIRST, text: 'Volume is rising.' }] }],
      'changes or removes a note',
    ],
    [
      'a removed note',
      [LUCK, { ...LUCK, notes: [FIRST, SECOND] }, { ...LUCK, notes: [SECOND] }],
      'changes or removes a note',
    ],
    [
      'no notes any more',
      [LUCK, { ...LUCK, notes: [FIRST] }, { ...LUCK, notes: null }],
      'changes or removes a note',
    ],
    [
      'a removed note, hidden by a version without notes',
      [LUCK, { ...LUCK, notes: [FIRST] }, LUCK, { ...LUCK, notes: [] }],
      'changes or removes a note',
    ],
  ])('with %s is not valid', async (_, versions, message) => {
    expect(await verify(versions)).toContain(message);
  });
});
