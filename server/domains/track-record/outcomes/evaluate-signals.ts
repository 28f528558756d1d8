import { createHash } from 'node:crypto';
import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import {
  cacheTradingCalendar,
  getLastSessionEnd,
  type TradingCalendar,
} from '#server/domains/market/market.ts';
import {
  getPricesFingerprint,
  getPricesUntil,
  listAdjustmentsOf,
  listBarsOf,
} from '#server/domains/prices/prices.ts';
import {
  getSignalsFingerprint,
  listSignalHistories,
  type SignalHistory,
} from '#server/domains/signals/signals.ts';
import {
  DAYS_BEFORE,
  EVALUATOR_VERSION,
  evaluateSignal,
} from '#server/domains/track-record/evaluation/evaluate-signal.ts';
import type { EvaluatedSignal, Evaluation } from '#server/domains/track-record/evaluation/evaluation.ts';
import { isReleased } from '#server/domains/track-record/performance/release.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import {
  insertOutcomes,
  listLastOutcomes,
  type OutcomeRow,
  readEvaluationState,
  replaceMarks,
  saveEvaluationState,
} from './outcomes.queries.ts';
import { createSignalConverter, getBarsFrom } from './to-evaluated-signal.ts';
import { isDifferentOutcome, toOutcome } from './to-outcome.ts';

interface EvaluationDependencies {
  database: Database;
  clock: Clock;
  releaseDays: number;
}

/** The bars of so many symbols are in memory at the same time. */
const SYMBOLS_PER_BATCH = 25;

type Work = { history: SignalHistory; signal: EvaluatedSignal };

/**
 * Evaluates every signal if signals, prices, adjustments, the calendar or the rules have changed since the last time, and
 * appends the outcomes that differ. Returns the number of appended outcomes, or `null` if nothing has changed.
 */
export async function evaluateSignals(dependencies: EvaluationDependencies): Promise<number | null> {
  const { database, clock } = dependencies;
  const { db } = database;
  const calendar = await cacheTradingCalendar(database)();
  // The bar of a running session is not complete.
  const until = toKarachiDate(getLastSessionEnd(clock.now(), calendar));
  const fingerprint = await getFingerprint(db, calendar, until);
  if ((await readEvaluationState(db))?.fingerprint === fingerprint) return null;
  const pricesUntil = await getPricesUntil(db, until);
  if (pricesUntil === null) return null;

  const convert = createSignalConverter(calendar);
  const bySymbol = Map.groupBy(
    (await listSignalHistories(db)).map((history): Work => ({ history, signal: convert(history) })),
    ({ history }) => history.symbol,
  );
  const symbols = [...bySymbol.keys()].sort();
  let appended = 0;
  for (let start = 0; start < symbols.length; start += SYMBOLS_PER_BATCH) {
    const batch = symbols.slice(start, start + SYMBOLS_PER_BATCH);
    const work = batch.flatMap((symbol) => bySymbol.get(symbol) ?? []);
    const evaluations = await evaluateBatch(db, batch, work, pricesUntil);
    appended += await saveEvaluations(dependencies, evaluations, pricesUntil);
  }
  // What changed during the evaluation has another fingerprint, so that the next run evaluates again.
  await saveEvaluationState(db, { fingerprint, evaluatedAt: clock.now(), pricesUntil });
  return appended;
}

async function getFingerprint(db: Queryable, calendar: TradingCalendar, until: LocalDate): Promise<string> {
  const parts = [
    EVALUATOR_VERSION,
    until,
    [...calendar.holidays].sort(),
    calendar.schedules,
    await getSignalsFingerprint(db),
    await getPricesFingerprint(db),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

type Evaluated = Work & { evaluation: Evaluation };

async function evaluateBatch(
  db: Queryable,
  symbols: readonly string[],
  work: readonly Work[],
  pricesUntil: LocalDate,
): Promise<Evaluated[]> {
  const from = work.map(({ signal }) => getBarsFrom(signal, DAYS_BEFORE)).sort()[0] ?? pricesUntil;
  const bars = await listBarsOf(db, symbols, { from, until: pricesUntil });
  const adjustments = Map.groupBy(await listAdjustmentsOf(db, symbols), ({ symbol }) => symbol);
  return work.map(({ history, signal }) => ({
    history,
    signal,
    evaluation: evaluateSignal(
      signal,
      bars.get(history.symbol) ?? [],
      adjustments.get(history.symbol) ?? [],
      { pricesUntil },
    ),
  }));
}

/** Appends the outcomes that differ from the last ones, and replaces the marks of open signals. */
async function saveEvaluations(
  { database, clock, releaseDays }: EvaluationDependencies,
  evaluated: readonly Evaluated[],
  pricesUntil: LocalDate,
): Promise<number> {
  const now = clock.now();
  const ids = evaluated.map(({ history }) => history.id);
  return database.transaction(async (tx, announce) => {
    const last = new Map((await listLastOutcomes(tx, ids)).map((row) => [row.signalId, row]));
    const rows = evaluated.flatMap(({ history, evaluation }): OutcomeRow[] => {
      const before = last.get(history.id);
      const outcome = toOutcome(evaluation);
      if (before && !isDifferentOutcome(before, outcome)) return [];
      const sequence = (before?.sequence ?? 0) + 1;
      return [{ ...outcome, signalId: history.id, sequence, evaluatedAt: now, pricesUntil }];
    });
    await insertOutcomes(tx, rows);
    const marks = evaluated.flatMap(({ history, evaluation: { mark } }) =>
      mark ? [{ signalId: history.id, ...mark }] : [],
    );
    await replaceMarks(tx, ids, marks);
    const types = new Map(evaluated.map(({ history }) => [history.id, history.signalType]));
    const isPublic = ({ signalId, endedOn }: OutcomeRow) =>
      isReleased({ signalType: types.get(signalId) ?? 'investment', endedOn }, { now, releaseDays });
    // Of premium signals before their release nothing may be announced: the announcement reveals when they change.
    if (rows.some(isPublic)) announce('track-record');
    return rows.length;
  });
}
