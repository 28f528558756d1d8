import { desc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ledgerPayloads } from '#features/ledger/server/ledger.tables.ts';
import type { SignalRow } from '#features/signals/server/signals.queries.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { toSignalChange } from './change-signal.ts';
import {
  listStreamEvents,
  listTopics,
  type NewSignalChange,
  recordSignalChanges,
  type SignalChange,
  toSignalAlert,
} from './signal-changes.ts';
import type { EvaluatedContent } from './timeline-events.ts';

const NOW = new Date('2026-08-18T06:00:00Z');
const author = { name: 'Sana', administratorId: null };

const open: SignalRow = {
  id: 'c0000000-0000-4000-8000-000000000001',
  code: '7K3QX9M',
  signalType: 'intraday',
  symbol: 'LUCK',
  title: null,
  sector: null,
  entryPrice: '471.00',
  stopLoss: '448.00',
  targetPoints: ['495.00'],
  leverage: 1,
  shariahType: 'Unknown',
  riskType: 'medium',
  orderType: 'buy',
  callStatus: 'in_progress',
  analystName: null,
  analystRegistration: null,
  rationale: null,
  disclosures: null,
  notes: null,
  horizonDays: 1,
  version: 1,
  createdAt: NOW,
  changedAt: null,
  closedAt: null,
  deletedAt: null,
};
const closed: SignalRow = { ...open, callStatus: 'closed', closedAt: NOW };
const swing: SignalRow = { ...open, signalType: 'swing' };

const toChange = (before: SignalRow | null, after: SignalRow) =>
  toSignalChange({ before, after, author, override: null, changedAt: NOW });

describe('a change of a signal', () => {
  it.each([
    ['is published', null, open, 'published', ['intraday created']],
    ['is published as closed', null, closed, 'published', ['intraday created']],
    ['is edited', open, { ...open, title: 'New' }, 'edited', ['intraday updated']],
    ['has its stop moved', open, { ...open, stopLoss: '471.00' }, 'stop_moved', ['intraday updated']],
    ['is closed', open, closed, 'closed', ['intraday closed']],
    ['is edited after it was closed', closed, { ...closed, title: 'New' }, 'edited', ['intraday updated']],
    ['is reopened', closed, open, 'reopened', ['intraday updated']],
    ['is deleted', open, { ...open, deletedAt: NOW }, 'deleted', ['intraday removed']],
  ])(
    'a change of a signal has the kind and the stream events of a signal that %s',
    (_change, before, after, kind, events) => {
      const change = toChange(before, after);
      expect(change.kind).toBe(kind);
      expect(listStreamEvents(change).map((event) => `${event.signalType} ${event.kind}`)).toEqual(events);
    },
  );

  it.each([
    ['a free signal', open, closed, 'everyone', ['signals']],
    ['a premium signal', swing, swing, 'subscribers', ['premium-signals']],
  ])(
    'a change of a signal has the audience and the topics of %s',
    (_signal, before, after, audience, topics) => {
      const change = toChange(before, after);
      expect(change.audience).toBe(audience);
      expect(listTopics(change)).toEqual(topics);
    },
  );

  it.each([
    ['intraday', 'everyone', true, ['track-record']],
    ['swing', 'everyone', true, ['track-record', 'premium-states']],
    ['swing', 'subscribers', true, ['track-record', 'premium-states']],
    ['swing', 'subscribers', false, ['premium-states']],
  ] as const)(
    'of the outcome of a %s signal for %s (public results change: %s) has its own topics',
    (signalType, audience, changesPublicResults, topics) => {
      const content = {
        state: 'closed',
        reason: 'target',
        rMultiple: '1.0000',
        pricesUntil: '2026-08-18',
        endedOn: '2026-08-18',
        fillDate: '2026-08-17',
        fillPrice: 47_100,
        exits: [],
        targetsHit: 1,
        isCorrected: false,
        steps: [],
      };
      const { id: signalId, symbol } = open;
      const { entry } = toChange(null, open);
      const result = { signalId, symbol, signalType, audience, changedAt: NOW, entry, before: null };
      const change: NewSignalChange = { ...result, kind: 'evaluated', after: content, changesPublicResults };
      expect(listTopics(change)).toEqual(topics);
      expect(listStreamEvents(change)).toEqual([]);
    },
  );
});

describe('recordSignalChanges', () => {
  const test = useTestApp();
  const readLastEntries = () =>
    test.database.db
      .select({ sequence: ledgerPayloads.sequence, reference: ledgerPayloads.reference })
      .from(ledgerPayloads)
      .orderBy(desc(ledgerPayloads.sequence))
      .limit(2);

  it('gives consumers the positions of the ledger before the commit, and announces topics after it', async () => {
    const announced: string[] = [];
    test.database.changes.subscribe((topic) => void (topic && announced.push(topic)));
    const consumed: SignalChange[] = [];
    await test.database.transaction(async (tx, announce) => {
      const changes = [toChange(null, swing), toChange(swing, { ...swing, version: 2, title: 'New' })];
      await recordSignalChanges(changes, { tx, announce, events: null, signingKey: null });
      await recordSignalChanges(
        [toChange(swing, { ...swing, version: 3 })],
        { tx, announce, events: null, signingKey: null },
        [(next) => void consumed.push(...next)],
      );
      expect(announced).toEqual([]);
    });
    expect(announced).toEqual(['ledger', 'premium-signals']);
    const [last, previous] = await readLastEntries();
    expect(last).toEqual({ sequence: consumed[0]?.position, reference: `signal-version:${swing.id}:3` });
    expect(previous).toEqual({
      sequence: (consumed[0]?.position ?? 0) - 1,
      reference: `signal-version:${swing.id}:2`,
    });
  });

  it('stores and announces nothing if a consumer fails', async () => {
    const before = await readLastEntries();
    const announced: string[] = [];
    test.database.changes.subscribe((topic) => void (topic && announced.push(topic)));
    const failed = test.database.transaction(async (tx, announce) => {
      const change = toChange(null, { ...swing, id: 'c0000000-0000-4000-8000-000000000002' });
      await recordSignalChanges([change], { tx, announce, events: null, signingKey: null });
      await recordSignalChanges(
        [toChange(swing, { ...swing, version: 4 })],
        { tx, announce, events: null, signingKey: null },
        [() => Promise.reject(new Error('The queue is full.'))],
      );
    });
    await expect(failed).rejects.toThrow('The queue is full.');
    expect(await readLastEntries()).toEqual(before);
    expect(announced).toEqual([]);
  });
});

describe('toSignalAlert', () => {
  const FILLED = { code: 'filled', date: '2026-08-17', price: 47_100 };
  const outcome: EvaluatedContent = {
    state: 'open',
    reason: null,
    rMultiple: null,
    pricesUntil: '2026-08-17',
    endedOn: null,
    fillDate: '2026-08-17',
    fillPrice: 47_100,
    exits: [],
    targetsHit: 0,
    isCorrected: false,
    steps: [FILLED],
  };
  const NOT_FILLED = { fillDate: null, fillPrice: null, steps: [] };
  /** The signal ended on 18 August with these steps after the entry. */
  const end = (reason: string, ...steps: EvaluatedContent['steps']): Partial<EvaluatedContent> => ({
    endedOn: '2026-08-18',
    reason,
    steps: [FILLED, ...steps],
  });
  const STOP = { code: 'stop_hit', date: '2026-08-18', price: 44_800 };
  const reachTarget = (number: number) => ({
    code: 'target_hit',
    date: '2026-08-18',
    target: number,
    price: 49_500,
  });
  const evaluate = (before: Partial<EvaluatedContent> | null, after: Partial<EvaluatedContent>) =>
    toSignalAlert({
      kind: 'evaluated',
      signalId: open.id,
      symbol: 'LUCK',
      signalType: 'swing',
      audience: 'subscribers',
      before: before && { ...outcome, ...before },
      after: { ...outcome, ...after },
      changedAt: NOW,
      changesPublicResults: false,
      position: 7,
      entry: {} as never,
    });
  const target = { targetsHit: 1, steps: [FILLED, reachTarget(1)] };
  const EXPIRED = { code: 'expired', date: '2026-08-18', reason: 'validity' };
  const LATE = { ...FILLED, date: '2026-08-12' };
  const OLD = { ...FILLED, date: '2026-05-01' };

  it.each<[string, Partial<EvaluatedContent> | null, Partial<EvaluatedContent>, object | null]>([
    ['a filled entry', NOT_FILLED, {}, { kind: 'entry_filled', date: '2026-08-17', target: null }],
    ['a reached target', {}, target, { kind: 'target_reached', date: '2026-08-18', target: 1 }],
    ['a hit stop', {}, end('stop', STOP), { kind: 'stop_hit', date: '2026-08-18' }],
    ['a stop at the entry', {}, end('breakeven', reachTarget(1), STOP), { kind: 'stop_hit' }],
    [
      'a stop that another price path outlasted',
      { steps: [FILLED, { ...STOP, date: '2026-08-17' }] },
      end('stop', { ...STOP, date: '2026-08-17' }),
      { kind: 'stop_hit', date: '2026-08-18' },
    ],
    [
      'the last target',
      {},
      end('target', reachTarget(2), reachTarget(3)),
      { kind: 'target_reached', target: 3 },
    ],
    [
      'the time limit',
      {},
      end('time', { code: 'exited_at_close', date: '2026-08-18', price: 47_000, reason: 'time' }),
      { kind: 'closed', date: '2026-08-18' },
    ],
    [
      'an expiry without an entry',
      NOT_FILLED,
      { ...NOT_FILLED, endedOn: '2026-08-18', reason: 'validity', steps: [EXPIRED] },
      { kind: 'closed', date: '2026-08-18' },
    ],
    [
      'a closing by the analyst',
      {},
      end('manual', { code: 'exited_at_close', date: '2026-08-18', price: 47_000, reason: 'manual' }),
      null,
    ],
    ['the same outcome', {}, {}, null],
    ['a correction', {}, { ...target, isCorrected: true }, null],
    [
      'prices that are imported late',
      NOT_FILLED,
      { fillDate: '2026-08-12', steps: [LATE] },
      { kind: 'entry_filled', date: '2026-08-12' },
    ],
    ['prices of before what the inbox lists', NOT_FILLED, { fillDate: '2026-05-01', steps: [OLD] }, null],
    ['a signal that had ended', end('stop', STOP), end('stop', STOP), null],
  ])('of %s', (_name, before, after, expected) => {
    const alert = evaluate(before, after);
    if (expected === null) expect(alert).toBeNull();
    else expect(alert).toMatchObject({ signalId: open.id, signalType: 'swing', position: 7, ...expected });
  });

  it.each([
    ['an administrator', 'a0000000-0000-4000-8000-000000000001', true],
    ['sample content', null, false],
  ])('of a publication by %s', (_name, administratorId, isAlerted) => {
    const change = { kind: 'published', signalId: open.id, signalType: 'swing', position: 1, changedAt: NOW };
    const alert = toSignalAlert({ ...change, author: { name: 'x', administratorId } } as SignalChange);
    expect(alert !== null).toBe(isAlerted);
    expect(JSON.stringify(alert ?? {})).not.toContain('LUCK');
  });
});
