import { beforeAll, describe, expect, it } from 'vitest';
import { recordFiles } from '#core/contract/paths.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, forceChange, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { compareResultsWithLedger } from './compare-results.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
/** Part of every text of the premium signals: a response that contains it leaks one. */
const MARK = 'QXPREMIUMQX';

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]): Promise<AdminSignal> {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

async function decide({ id }: AdminSignal, body: object): Promise<void> {
  const { access } = await signInAdministrator(test);
  const { status } = await test.call(
    decideOutcome,
    { params: { id }, body: body as never },
    { token: access },
  );
  expect(status).toBe(201);
}

const release = () => releaseEndedSignals({ ...test, config: { premiumPublicAfterDays: 7 } });

const findResults = async ({ id }: AdminSignal) =>
  (await listEntries(test)).filter(({ payload }) => payload?.signal_id === id);

async function findContradictions(): Promise<string[]> {
  const found: string[] = [];
  for await (const contradiction of compareResultsWithLedger(test.database.db)) found.push(contradiction);
  return found;
}

const VOID = { kind: 'void', reason: 'The stop had a digit too many.' };
const PUBLISHED = '2026-11-02T03:00:00Z';

let free: AdminSignal;
let premium: AdminSignal;
beforeAll(async () => {
  const bars = { '2026-10-30': [104, 105, 103, 104], '2026-11-02': [102, 103, 99, 101] } as const;
  for (const symbol of ['OGDC', MARK])
    await storeBars(test, symbol, {
      ...(structuredClone(bars) as unknown as Parameters<typeof storeBars>[2]),
      '2026-11-03': [101, 104, 100, 103],
    });
  free = await publishAt(PUBLISHED, { symbol: 'OGDC' });
  premium = await publishAt(PUBLISHED, { symbol: MARK, title: MARK, sector: MARK, signal_type: 'swing' });
  await evaluateAt('2026-11-03T15:00:00Z');
});

describe('the outcome of a free signal', () => {
  it('the outcome of a free signal is in the ledger with its content as soon as it is stored', async () => {
    const entries = await findResults(free);
    expect(entries).toEqual([
      expect.objectContaining({
        kind: 'outcome.evaluated',
        time: '2026-11-03T15:00:00.000Z',
        payload: {
          signal_id: free.id,
          entry: { is_open: true, subject: `signal:${free.id}`, version: 2 },
          outcome: {
            adjustments: [],
            inputs: expect.stringMatching(/^[0-9a-f]{64}$/),
            is_corrected: false,
            sequence: 1,
            evaluated_at: '2026-11-03T15:00:00.000Z',
            evaluator_version: expect.any(Number),
            prices_until: '2026-11-03',
            state: 'closed',
            reason: 'session_end',
            order_kind: 'limit',
            reference_close: '104.00',
            fill_date: '2026-11-02',
            fill_price: '100.00',
            exits: [{ date: '2026-11-02', price: '101.00', parts: 1, reason: 'session_end' }],
            targets_hit: 0,
            r_multiple: '0.2000',
            percent: '1.00',
            worst_r_multiple: '0.2000',
            best_r_multiple: '0.2000',
            best_path: null,
            is_measurable: true,
            bars: [
              {
                date: '2026-11-02',
                open: '102.00',
                high: '103.00',
                low: '99.00',
                close: '101.00',
                volume: '1000',
              },
            ],
            bars_held: 0,
            ended_on: '2026-11-02',
            explanation: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        },
      }),
    ]);
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
  });

  it('the outcome of a free signal is found changed when a single character of its entry is', async () => {
    const text = await exportRecord(test);
    for (const [from, to] of [
      ['"r_multiple":"0.2000"', '"r_multiple":"0.3000"'],
      ['"kind":"outcome.evaluated"', '"kind":"outcome.evaluatee"'],
      ['"state":"closed"', '"state":"closec"'],
    ] as const) {
      expect(text).toContain(from);
      expect((await verifyText(text.replace(from, to))).isValid, from).toBe(false);
    }
  });

  it('the outcome of a free signal is followed by each decision about it, without the name of the administrator', async () => {
    test.clock.set('2026-11-04T06:00:00Z');
    const result = { fill_price: '100.00', exit_price: '100.50', exit_date: '2026-11-02' };
    await decide(free, { kind: 'override', reason: 'Closed within the session.', ...result });
    await decide(free, VOID);
    await decide(free, { kind: 'withdraw', reason: 'Decided by mistake.' });
    const [, ...decisions] = await findResults(free);
    expect(decisions.map(({ kind }) => kind)).toEqual([
      'outcome.overridden',
      'outcome.voided',
      'outcome.decision-withdrawn',
    ]);
    expect(decisions[0].payload.decision).toMatchObject({
      kind: 'override',
      reason: 'Closed within the session.',
      exit_price: '100.50',
      r_multiple: '0.1000',
      decided_at: '2026-11-04T06:00:00.000Z',
    });
    expect(Object.keys(decisions[0].payload.decision)).not.toContain('decided_by');
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
  });
});

describe('the outcome of a premium signal', () => {
  it('the outcome of a premium signal is sealed like its other entries, also when an administrator decides about it', async () => {
    test.clock.set('2026-11-04T06:00:00Z');
    await decide(premium, { ...VOID, reason: `${MARK}: the stop was wrong.` });
    await release();
    const entries = (await listEntries(test)).filter((entry) => !('payload' in entry));
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      'outcome.evaluated',
      'outcome.voided',
      'signal.published',
    ]);
    for (const path of [
      recordFiles.entries,
      recordFiles.heads,
      recordFiles.headsFeed,
      '/record',
      '/api/record/',
    ]) {
      const { body, statusCode } = await test.request(path);
      expect(statusCode, path).toBe(200);
      for (const secret of [MARK, premium.id])
        expect(body.includes(secret), `${secret} in ${path}`).toBe(false);
    }
  });

  it('stays sealed while the signal is open and its decision was withdrawn', async () => {
    await decide(premium, { kind: 'withdraw', reason: 'Decided by mistake.' });
    test.clock.set('2026-11-12T06:00:00Z');
    await release();
    expect(await findResults(premium)).toEqual([]);
  });

  it('the outcome of a premium signal is public days after the signal was voided, also if it was never closed', async () => {
    await decide(premium, VOID);
    // The midnight in Pakistan, like all results.
    test.clock.set('2026-11-18T18:59:00Z');
    await release();
    expect(await exportRecord(test)).not.toContain(MARK);
    test.clock.set('2026-11-18T19:00:00Z');
    await release();
    expect((await findResults(premium)).map(({ kind }) => kind)).toEqual([
      'outcome.evaluated',
      'outcome.voided',
      'outcome.decision-withdrawn',
      'outcome.voided',
    ]);
    expect(await exportRecord(test)).toContain(MARK);
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true, sealed: 0 });
  });

  it('the outcome of a premium signal is released with the signal days after it was closed', async () => {
    const closed = await publishAt('2026-11-19T06:00:00Z', { symbol: MARK, signal_type: 'investment' });
    const { access } = await signInAdministrator(test);
    await test.call(editSignal, { params: closed, body: { call_status: 'closed' } }, { token: access });
    await evaluateAt('2026-11-19T16:00:00Z');
    await release();
    expect(await findResults(closed)).toEqual([]);
    test.clock.set('2026-11-26T06:00:00Z');
    await release();
    expect((await findResults(closed)).map(({ kind }) => kind)).toEqual(['outcome.evaluated']);
  });

  it('the outcome of a premium signal is public days after its evaluated end, also if the signal was never closed', async () => {
    test.clock.set('2026-12-02T06:00:00Z');
    const [symbol, signal_type] = [`${MARK}B`, 'swing'] as const;
    await storeBars(test, symbol, {
      '2026-12-01': [104, 105, 103, 104],
      '2026-12-02': [102, 103, 99, 101],
      '2026-12-03': [101, 112, 100, 111],
    });
    const ended = await publishAt('2026-12-02T03:00:00Z', { symbol, signal_type });
    await evaluateAt('2026-12-03T15:00:00Z');
    test.clock.set('2026-12-09T18:59:00Z');
    await release();
    expect(await findResults(ended)).toEqual([]);
    test.clock.set('2026-12-09T19:00:00Z');
    await release();
    expect(await findResults(ended)).toMatchObject([{ payload: { outcome: { state: 'closed' } } }]);
  });
});

it('enters the outcomes of one evaluation in random order, which hints at no symbol', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `QXZ${String.fromCharCode(65 + index)}`);
  const signals = new Map<string, string>();
  for (const symbol of names) {
    await storeBars(test, symbol, { '2026-12-10': [104, 105, 103, 104] });
    signals.set((await publishAt('2026-12-10T03:00:00Z', { symbol })).id, symbol);
  }
  await evaluateAt('2026-12-10T15:00:00Z');
  const entered = (await listEntries(test)).flatMap(({ payload }) => signals.get(payload?.signal_id) ?? []);
  expect(entered.toSorted()).toEqual(names);
  expect(entered).not.toEqual(names);
});

describe('the outcomes in the database', () => {
  it('the outcomes in the database match the ledger', async () => {
    expect(await findContradictions()).toEqual([]);
  });

  it.each([
    [
      'a changed result',
      "update signal_outcomes set r_multiple = 9 where signal_id = 'ID'",
      'Outcome 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'a changed explanation',
      "update signal_outcomes set steps = '[]' where signal_id = 'ID'",
      'Outcome 1 of signal ID differs from its entry in the ledger.',
    ],
    [
      'a removed outcome',
      "delete from signal_outcomes where signal_id = 'ID'",
      'Outcome 1 of signal ID is in the ledger, but was deleted from the database.',
    ],
    [
      'an added outcome',
      `insert into signal_outcomes select signal_id, 2, evaluated_at, evaluator_version, prices_until, state, reason, order_kind,
       reference_close, fill_date, fill_price, exits, targets_hit, 9, percent, bars_held, ended_on, steps
       from signal_outcomes where signal_id = 'ID'`,
      'Outcome 2 of signal ID is not in the ledger.',
    ],
    [
      'a changed reason of a decision',
      "update signal_decisions set reason = 'Another reason.' where id = 1",
      'Decision 1 about an outcome differs from its entry in the ledger.',
    ],
    [
      'a removed decision',
      'delete from signal_decisions where id = 1',
      'Decision 1 about an outcome is in the ledger, but was deleted from the database.',
    ],
  ])('the outcomes in the database cannot hide %s from the comparison', async (_, statement, message) => {
    const save =
      'create table saved_outcomes as table signal_outcomes; create table saved_decisions as table signal_decisions';
    await test.database.pool.query(save);
    await forceChange(test, statement.replaceAll('ID', free.id));
    expect(await findContradictions()).toEqual([message.replaceAll('ID', free.id)]);
    await forceChange(
      test,
      `delete from signal_outcomes; delete from signal_decisions; insert into signal_outcomes table saved_outcomes;
       insert into signal_decisions overriding system value table saved_decisions;
       drop table saved_outcomes; drop table saved_decisions`,
    );
    expect(await findContradictions()).toEqual([]);
  });
});
