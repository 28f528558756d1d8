import nodeCrypto from 'node:crypto';
import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import {
  createNodeCryptography,
  type JsonValue,
  verifyBytes,
} from '#features/ledger/contract/verify-record.mjs';
import { isWeekend } from '#features/market/server/trading-days.ts';
import { toPrice } from '#features/signals/contract/levels/price.ts';
import type { Evaluation } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { evaluateReadings } from '#features/signals/server/track-record/outcomes/evaluate-readings.ts';
import { toOutcome } from '#features/signals/server/track-record/outcomes/to-outcome.ts';
import { type History, makeHistory } from '#tests/support/evaluation/random-histories.ts';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import { toOutcomePayload } from './to-entry.ts';

/** `npm run test:evaluation` sets 100,000. */
const HISTORIES = Number(process.env.EVALUATION_HISTORIES ?? 3_000);

/** Writes the publication, the stop moves and the outcome of a history as a server enters them. */
function writeRecord(
  { signal, bars, adjustments, ...options }: History,
  change = (honest: Evaluation) => honest,
) {
  // The random days are not those of the exchange.
  if (signal.isPublishedInSession && isWeekend(signal.firstDate)) return null;
  const record = createRecord();
  // After the open of the day before a move applies, and of the first day if the signal was published in session.
  const toTime = (date: string, days: number) => `${addDays(date, days)}T07:00:00.000Z`;
  const publishedAt = signal.isPublishedInSession
    ? toTime(signal.firstDate, 0)
    : `${signal.firstDate}T03:00:00.000Z`;
  const id = '3f1b6c1e-6a2e-4f0e-8f57-0d6f0a9b2c11';
  const entry = { is_open: true, subject: `signal:${id}`, version: 2 };
  const version = (stop: number, changedAt: string): JsonValue => ({
    action: 'added',
    changed_at: changedAt,
    signal: {
      id,
      created_at: publishedAt,
      symbol: 'LUCK',
      signal_type: 'intraday',
      order_type: signal.side,
      entry_price: toPrice(signal.entry),
      stop_loss: toPrice(stop),
      target_points: signal.targets.map(toPrice),
    },
    entry,
  });
  let time = publishedAt;
  record.add(version(signal.stop, time), { time });
  const sign = signal.side === 'buy' ? 1 : -1;
  let stop = signal.stop;
  for (const move of signal.stopMoves) {
    // A server accepts only moves toward profit, with which an adjustment may interfere.
    if (sign * (move.stop - stop) < 0) return null;
    stop = move.stop;
    time = [time, toTime(move.appliesFrom, -1)].sort()[1] as string;
    record.add(version(stop, time), { kind: 'signal.changed', time });
  }
  const outcome = toOutcome(change(evaluateReadings(signal, bars, adjustments, options).evaluation), bars);
  const evaluatedAt = [time, toTime(options.pricesUntil, 1)].sort()[1] as string;
  const row = {
    ...outcome,
    ...{ signalId: id, sequence: 1, evaluatorVersion: 3, evaluatedAt: new Date(evaluatedAt) },
    ...{ pricesUntil: options.pricesUntil, referenceAdjustments: null, inputs: null, isCorrected: false },
  };
  record.add(
    { ...(toOutcomePayload(row) as { [key: string]: JsonValue }), entry },
    { kind: 'outcome.evaluated', time: evaluatedAt },
  );
  return { record, outcome };
}

async function findProblem(record: ReturnType<typeof createRecord>): Promise<string | undefined> {
  const options = { cryptography: createNodeCryptography(nodeCrypto), now: Date.UTC(2100, 0) };
  return (await verifyBytes([record.toBytes()], options)).problem?.message;
}

it(`accepts the outcomes of ${HISTORIES} random histories`, { timeout: 900_000 }, async () => {
  const counts: Record<string, number> = {};
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const written = writeRecord(makeHistory(seed));
    if (written === null) continue;
    expect(await findProblem(written.record), `seed ${seed}`).toBeUndefined();
    const key = written.outcome.reason ?? written.outcome.state;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  expect(counts).toMatchObject({
    target: expect.anything(),
    stop: expect.anything(),
    trading_ended: expect.anything(),
  });
  if (process.env.EVALUATION_HISTORIES) console.info(counts);
});

/** Records the best price path as if it was the worst one, as an operator who flatters a result does. */
const flatter = (honest: Evaluation): Evaluation => {
  const { best } = honest.bounds;
  const last = best.exits.at(-1);
  if (honest.state !== 'closed' || !best.fill || !last) return honest;
  return {
    ...honest,
    ...best,
    targetsHit: best.exits.filter(({ reason }) => reason === 'target').length,
    reason: last.reason,
    bounds: { worst: best, best },
  };
};

it('finds a third of the results of the best price path, of which the bars are in their entry', {
  timeout: 900_000,
}, async () => {
  let [flattered, found] = [0, 0];
  for (let seed = 1; seed <= HISTORIES / 3; seed += 1) {
    const written = writeRecord(makeHistory(seed), flatter);
    const honest = writeRecord(makeHistory(seed));
    if (!written || !honest || Number(written.outcome.rMultiple) <= Number(honest.outcome.rMultiple))
      continue;
    flattered += 1;
    if (await findProblem(written.record)) found += 1;
  }
  if (process.env.EVALUATION_HISTORIES) console.info({ flattered, found });
  // The others need the bars of the days between, which only the inspection bundle has.
  expect(found / flattered).toBeGreaterThan(0.33);
});
