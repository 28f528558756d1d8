import { beforeAll, describe, expect, it } from 'vitest';
import { removeMarketHoliday, saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { intradayPrices } from '#features/market/server/prices/prices.tables.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome, listSignalDecisions } from '#features/signals/contract/track-record/decisions.ts';
import {
  listPastSignals,
  type PastSignal,
  type PerformanceStatistics,
  readPerformance,
} from '#features/signals/contract/track-record/performance.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { listEntries } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ TRACK_RECORD_COST_PERCENT: '0.50' });
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00'] };
const REASON = 'The stop had a digit too many.';
const BEFORE_OPEN = '2026-11-03T03:00:00Z';
const IN_SESSION = '2026-11-03T06:00:30Z';
const LOSSES = 26;

let access: string;

async function setTime(time: string): Promise<void> {
  test.clock.set(time);
  ({ access } = await signInAdministrator(test));
}

const publishSignal = (symbol: string) => publish(test, { access }, { ...LEVELS, symbol });

async function publishAt(time: string, symbol: string): Promise<AdminSignal> {
  await setTime(time);
  return publishSignal(symbol);
}

const tryToDecide = ({ id }: { id: string }, body: object) =>
  test.call(decideOutcome, { params: { id }, body: { reason: REASON, ...body } as never }, { token: access });

async function decide(signal: { id: string }, body: object): Promise<void> {
  expect((await tryToDecide(signal, body)).status).toBe(201);
}

const voidSignal = (signal: { id: string }) => decide(signal, { kind: 'void' });

async function readHeadline(): Promise<Partial<PerformanceStatistics>> {
  const { closed, won, win_rate, win_rate_low, expectancy, average_loss, max_drawdown } =
    await readStatistics();
  return { closed, won, win_rate, win_rate_low, expectancy, average_loss, max_drawdown };
}

const readStatistics = async (): Promise<PerformanceStatistics> =>
  (await test.call(readPerformance, { query: {} })).body.statistics;

const readDecision = async ({ id }: { id: string }) =>
  (await test.call(getSignalDetails, { params: { id } })).body.report?.decision;

const readVoidEffect = async ({ id }: { id: string }) =>
  (await test.call(listSignalDecisions, { params: { id } }, { token: access })).body.void_effect;

const findPast = async (id: string): Promise<PastSignal | undefined> =>
  (await test.call(listPastSignals, { query: {} })).body.results.find((each: PastSignal) => each.id === id);

/** Two prices that contain the high and the low of the day, and others in between. */
async function storeIntraday(symbol: string, times: readonly string[]): Promise<void> {
  const at = (time: string) => new Date(`2026-11-03T${time}Z`).getTime() / 1000;
  const prices = [
    [at('04:40:00'), 10_300, 11_100, 10_300, 10_400],
    ...times.map((time) => [at(time), 10_400, 10_400, 10_400, 10_400]),
    [at('10:00:00'), 10_400, 10_400, 9_400, 10_000],
  ];
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    const row = { symbol, date: '2026-11-03', prices: JSON.stringify(prices) };
    const { date } = intradayPrices;
    await tx
      .insert(intradayPrices)
      .values(row)
      .onConflictDoUpdate({ target: [intradayPrices.symbol, date], set: row });
  });
}

async function evaluate(): Promise<void> {
  await setTime('2026-11-03T15:00:00Z');
  while ((await evaluateSignals({ ...test, releaseDays: 7 })) !== null);
}

describe('decisions about results that can be seen', () => {
  let losses: AdminSignal[] = [];
  beforeAll(async () => {
    const before = { '2026-11-02': [104, 105, 103, 104] } as const;
    const bars = structuredClone(before) as unknown as Record<string, [number, number, number, number]>;
    await storeBars(test, 'OGDC', { ...bars, '2026-11-03': [102, 111, 99, 110] });
    // Both the target and the stop loss: the best price path wins 2 R.
    await storeBars(test, 'PPL', { ...bars, '2026-11-03': [103, 111, 94, 100] });
    await storeBars(test, 'MARI', { ...bars, '2026-11-03': [103, 111, 94, 100] });
    // Touches the entry price.
    await storeBars(test, 'FFC', { ...bars, '2026-11-03': [103, 111, 100, 110] });
    await setTime(BEFORE_OPEN);
    for (let index = 0; index < 10; index += 1) await publishSignal('OGDC');
    losses = [];
    for (let index = 0; index < LOSSES; index += 1) losses.push(await publishSignal('PPL'));
    await evaluate();
  });

  it('26 voids of losing signals change nothing in the headline, and each is marked', async () => {
    const before = await readHeadline();
    expect(before).toMatchObject({ closed: 36, won: 10, average_loss: '-1.10' });
    for (const signal of losses) await voidSignal(signal);
    expect(await readHeadline()).toEqual(before);
    expect(await readStatistics()).toMatchObject({ voided: 0, voided_later: LOSSES, void_rate: '72.2' });
    // With a holiday on that day, they would have been decided before the first open.
    const date = '2026-11-03';
    const body = { date, name: 'Invented', is_tentative: false } as never;
    expect((await test.call(saveMarketHoliday, { body }, { token: access })).status).toBeLessThan(300);
    expect(await readStatistics()).toMatchObject({ voided: 0, voided_later: LOSSES });
    await test.call(removeMarketHoliday, { params: { date } as never }, { token: access });
    const { without_voided } = (await test.call(readPerformance, { query: {} })).body;
    expect(without_voided).toMatchObject({ closed: 10, won: 10, win_rate: '100.00' });
    const { id } = losses[0] as AdminSignal;
    expect(await findPast(id)).toMatchObject({ result: 'lost', r_multiple: '-1.10', is_voided: true });
    expect(await readDecision({ id })).toMatchObject({ kind: 'void', counts: 'evaluated' });
    const page = (await test.request(`/signals/${id}`)).body;
    expect(page).toContain('its result stays in the track record, marked as voided');
    expect(page).toContain('−1.00');
  });

  it('26 overrides with the best price path change nothing in the headline, and their page shows both results', async () => {
    const before = await readHeadline();
    const result = { fill_price: '100.00', exit_price: '110.00', exit_date: '2026-11-03' };
    for (const signal of losses) await decide(signal, { kind: 'override', ...result });
    expect(await readHeadline()).toEqual(before);
    expect(await readStatistics()).toMatchObject({ overridden: LOSSES, overridden_average: '1.90' });
    const { id } = losses[0] as AdminSignal;
    expect(await findPast(id)).toMatchObject({ result: 'lost', r_multiple: '-1.10', is_overridden: true });
    expect(await readDecision({ id })).toMatchObject({ kind: 'override', counts: 'evaluated' });
    const page = (await test.request(`/signals/${id}`)).body;
    expect(page).toContain('The evaluated result counts, because it is not better.');
    expect(page).toContain('+2.00 R');
  });

  it('an override counts if it is worse than the evaluation, also of an entry that may not have been filled', async () => {
    const unfilled = await publishAt('2026-11-03T03:10:00Z', 'FFC');
    await evaluate();
    const before = await readStatistics();
    const fill = { kind: 'override', fill_price: '100.00', exit_date: '2026-11-03' };
    await decide(unfilled, { ...fill, exit_price: '110.00' });
    expect(await readStatistics()).toMatchObject({ closed: before.closed, not_filled: before.not_filled });
    expect(await findPast(unfilled.id)).toMatchObject({ result: 'not_filled', is_overridden: true });
    // Zero before costs, and −0.1 R after them.
    await decide(unfilled, { ...fill, exit_price: '100.00' });
    expect(await readStatistics()).toMatchObject({
      closed: before.closed + 1,
      lost: before.lost + 1,
      not_filled: before.not_filled - 1,
    });
    expect(await readDecision(unfilled)).toMatchObject({ counts: 'entered' });
  });

  it('a void before the open removes the signal from the figures, and is final from then on', async () => {
    const signal = await publishAt('2026-11-03T03:20:00Z', 'PPL');
    expect(await readVoidEffect(signal)).toBe('removed');
    await voidSignal(signal);
    await evaluate();
    const statistics = await readStatistics();
    expect(statistics.voided).toBe(1);
    expect(await findPast(signal.id)).toMatchObject({ result: 'voided', r_multiple: null, is_voided: true });
    expect(await readDecision(signal)).toMatchObject({ counts: 'nothing' });
    expect(await readVoidEffect(signal)).toBe('kept');
    // Otherwise losses could be voided before the open, and only gains be withdrawn.
    for (const body of [{ kind: 'withdraw' }, { kind: 'void', reason: 'Another reason.' }])
      expect((await tryToDecide(signal, body)).body).toMatchObject({ code: 'void_final' });
    expect(await readStatistics()).toMatchObject({ voided: 1, closed: statistics.closed });
    const entry = (await listEntries(test)).findLast(({ kind }) => kind === 'outcome.voided');
    expect(entry.payload.decision).toMatchObject({ kind: 'void', void_effect: 'removed' });
  });

  it('a void in the session of the publication removes the signal only if complete intraday prices show no trade since', async () => {
    const signal = await publishAt(IN_SESSION, 'MARI');
    await setTime('2026-11-03T06:10:00Z');
    expect(await readVoidEffect(signal)).toBe('by_intraday_prices');
    await voidSignal(signal);
    await evaluate();
    const read = async () => (await readStatistics()).voided;
    const before = await read();
    await storeIntraday('MARI', ['05:59:00', '06:12:00']);
    expect(await read()).toBe(before + 1);
    expect(await readDecision(signal)).toMatchObject({ counts: 'nothing' });
    // The minute of the publication, and a minute before the void.
    for (const time of ['06:00:00', '06:09:00']) {
      await storeIntraday('MARI', [time]);
      expect(await read(), time).toBe(before);
    }
    await storeIntraday('MARI', ['05:59:00', '06:15:00']);
    expect(await read(), 'a gap of 16 minutes').toBe(before);
    await storeIntraday('MARI', ['05:59:00', '06:12:00']);
    expect(await read()).toBe(before + 1);
    // The intraday prices lack the low of the bar.
    await storeBars(test, 'MARI', { '2026-11-03': [103, 111, 93, 100] });
    expect(await read()).toBe(before);
    // The intraday prices may be imported or removed later.
    expect((await tryToDecide(signal, { kind: 'withdraw' })).body).toMatchObject({ code: 'void_final' });
  });
});
