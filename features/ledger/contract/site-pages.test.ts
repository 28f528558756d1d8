import nodeCrypto from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import { createNodeCryptography, type JsonValue, verifySite } from './verify-record.mjs';

const ID = '00000000-0000-4000-8000-000000000001';
const CREATED_AT = '2025-11-24T05:00:00.000Z';
const SIGNAL = {
  id: ID,
  ...{
    signal_type: 'intraday',
    symbol: 'LUCK',
    order_type: 'buy',
    entry_price: '100.00',
    stop_loss: '90.00',
  },
  ...{ target_points: ['120.00'], leverage: 1, shariah_type: 'Unknown', risk_type: 'medium' },
  ...{ call_status: 'in_progress', created_at: CREATED_AT },
};
const LOSS = {
  ...{ state: 'closed', reason: 'stop', fill_date: '2025-11-25', fill_price: '100.00', targets_hit: 0 },
  exits: [{ date: '2025-11-25', price: '90.00', parts: 1, reason: 'stop' }],
  ...{ r_multiple: '-1.0000', percent: '-10.00', ended_on: '2025-11-25' },
};
const NOTHING = { fill_price: null, exit_price: null, exit_date: null, r_multiple: null, percent: null };
type Decision = { kind: string; decided_at: string } & Record<string, string | null>;
const VOID: Decision = { ...NOTHING, kind: 'void', reason: 'A mistake.', decided_at: '' };
const OVERRIDE: Decision = {
  ...{ kind: 'override', reason: 'Filled later.', decided_at: '' },
  ...{
    fill_price: '100.00',
    exit_price: '110.00',
    exit_date: '2025-11-25',
    r_multiple: '1.0000',
    percent: '10.00',
  },
};
const KINDS: Record<string, string> = { void: 'outcome.voided', override: 'outcome.overridden' };
const STATES: Record<string, object> = {
  void: { kind: 'voided', r_multiple: null },
  override: { kind: 'overridden', r_multiple: '-1.00' },
};

/** Verifies a site with a signal that lost 1 R and about which an administrator decided, and whose figures count a result. */
async function verify(decision: Decision, headline: string | null, { isStrict = true } = {}) {
  const record = createRecord();
  const entry = { is_open: true, subject: `signal:${ID}`, version: 2 };
  const add = (kind: string, time: string, payload: Record<string, JsonValue>) =>
    record.add({ entry, ...payload }, { kind, time });
  add('signal.published', CREATED_AT, { action: 'added', changed_at: CREATED_AT, signal: SIGNAL });
  const evaluatedAt = '2025-11-25T12:00:00.000Z';
  const outcome = { ...LOSS, adjustments: [], sequence: 1, evaluated_at: evaluatedAt, evaluator_version: 2 };
  const addOutcome = () => add('outcome.evaluated', evaluatedAt, { signal_id: ID, outcome });
  const addDecision = () =>
    add(KINDS[decision.kind] as string, decision.decided_at, {
      signal_id: ID,
      decision: { ...decision, id: 1 },
    });
  const isFirst = decision.decided_at < evaluatedAt;
  for (const addNext of isFirst ? [addDecision, addOutcome] : [addOutcome, addDecision]) addNext();
  const page = {
    ...SIGNAL,
    ...{ title: 'LUCK', sector: null, analyst_name: null, analyst_registration: null },
    ...{ rationale: null, horizon_days: null, disclosures: null, sequence: 1, deleted_at: null },
    published_levels: SIGNAL,
    ...{ state: STATES[decision.kind], evaluation: LOSS, decision, headline_r: headline },
  };
  const r = Number(headline);
  const statistics = {
    closed: headline === null ? 0 : 1,
    won: r > 0 ? 1 : 0,
    lost: r < 0 ? 1 : 0,
    win_rate: headline === null ? null : r > 0 ? '100.00' : '0.00',
    expectancy: headline === null ? null : r.toFixed(3),
  };
  const responses: Record<string, string> = {
    '/record/heads.json': JSON.stringify({ heads: [] }),
    '/api/record/signals/': JSON.stringify({ results: [page], next: null }),
    '/api/performance/': JSON.stringify({ cost_percent: '0.50', release_days: 7, statistics }),
  };
  const lines = isStrict ? withVoidsCount(record) : record;
  const report = await verifySite('http://tezi.test', {
    cryptography: createNodeCryptography(nodeCrypto),
    now: Date.parse('2026-01-05T12:00:00Z'),
    load: async ({ pathname, searchParams }) => {
      if (pathname !== '/record/entries.jsonl') return Buffer.from(responses[pathname] ?? '');
      return searchParams.get('from') === '1' ? lines.toBytes() : Buffer.alloc(0);
    },
  });
  expect(report.problem).toBeNull();
  return report.findings;
}

/** Results by version 3 of the rules say that decisions count; the entry of the change of the rule too. */
function withVoidsCount(record: ReturnType<typeof createRecord>) {
  const time = '2025-12-01T00:00:00.000Z';
  const changes = [{ name: 'voids_count', before: 'never', after: 'before the fill' }];
  const entry = { is_open: true, subject: 'terms:1', version: 2 };
  record.add({ entry, changed_at: time, changes, figures: null }, { kind: 'terms.changed', time });
  return record;
}

const BEFORE_OPEN = '2025-11-25T03:30:00.000Z';
const AFTER_OPEN = '2025-11-25T05:00:00.000Z';

describe('a decision about a loss', () => {
  it.each<[string, Decision, string | null]>([
    ['a void before the fill that counts nothing', { ...VOID, decided_at: BEFORE_OPEN }, null],
    ['a void before the fill that counts the loss', { ...VOID, decided_at: BEFORE_OPEN }, '-1.0500'],
    ['a void after the open that counts the loss', { ...VOID, decided_at: AFTER_OPEN }, '-1.0500'],
    ['an override that counts the loss', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, '-1.0500'],
  ])('accepts %s', async (_, decision, headline) => {
    expect(await verify(decision, headline)).toEqual([]);
  });

  it.each<[string, Decision, string | null]>([
    ['a void after the open that counts nothing', { ...VOID, decided_at: AFTER_OPEN }, null],
    ['a void after the loss that counts nothing', { ...VOID, decided_at: '2025-11-27T05:00:00.000Z' }, null],
    ['a void that counts a gain', { ...VOID, decided_at: AFTER_OPEN }, '1.0000'],
    ['an override that counts its gain', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, '0.9500'],
    ['an override that counts nothing', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, null],
  ])('finds %s', async (_, decision, headline) => {
    expect(await verify(decision, headline)).toEqual([
      expect.stringMatching(/^Signal .* \(LUCK\): the figures count .* by the record -1\.0[45]00 R\.$/),
    ]);
  });

  it('counts nothing in records from before the rule', async () => {
    expect(await verify({ ...VOID, decided_at: AFTER_OPEN }, null, { isStrict: false })).toEqual([]);
  });
});
