import { createHash, randomInt } from 'node:crypto';
import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { appendEntries } from '#server/domains/ledger/ledger.ts';
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
  getSignalTopic,
  isFreeType,
  listSignalHistories,
  type SignalHistory,
} from '#server/domains/signals/signals.ts';
import {
  DAYS_BEFORE,
  EVALUATOR_VERSION,
  evaluateSignal,
} from '#server/domains/track-record/evaluation/evaluate-signal.ts';
import type { EvaluatedSignal } from '#server/domains/track-record/evaluation/evaluation.ts';
import { toOutcomeEntry } from '#server/domains/track-record/ledger/to-entry.ts';
import { isReleased } from '#server/domains/track-record/performance/release.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import {
  insertOutcomes,
  listLastOutcomes,
  type MarkRow,
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
/** The outcomes of so many signals are stored together. */
const SIGNALS_PER_TRANSACTION = 1_000;

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
  // In random order: neighbors in the ledger must not hint at the symbols of sealed entries.
  const symbols = shuffle([...bySymbol.keys()]);
  const now = clock.now();
  let unsaved: Evaluated[] = [];
  let appended = 0;
  for (let start = 0; start < symbols.length; start += SYMBOLS_PER_BATCH) {
    const batch = symbols.slice(start, start + SYMBOLS_PER_BATCH);
    const work = batch.flatMap((symbol) => bySymbol.get(symbol) ?? []);
    unsaved.push(...(await evaluateBatch(db, batch, work, { pricesUntil, now })));
    if (unsaved.length < SIGNALS_PER_TRANSACTION) continue;
    appended += await saveEvaluations(dependencies, unsaved, now);
    unsaved = [];
  }
  appended += await saveEvaluations(dependencies, unsaved, now);
  // What changed during the evaluation has another fingerprint, so that the next run evaluates again.
  await saveEvaluationState(db, { fingerprint, evaluatedAt: now, pricesUntil });
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

interface Evaluated {
  history: SignalHistory;
  /** The outcome to append; `null` if it does not differ from the last one. */
  row: OutcomeRow | null;
  mark: MarkRow | null;
}

async function evaluateBatch(
  db: Queryable,
  symbols: readonly string[],
  work: readonly Work[],
  { pricesUntil, now }: { pricesUntil: LocalDate; now: Date },
): Promise<Evaluated[]> {
  const from = work.map(({ signal }) => getBarsFrom(signal, DAYS_BEFORE)).sort()[0] ?? pricesUntil;
  const bars = await listBarsOf(db, symbols, { from, until: pricesUntil });
  const adjustments = Map.groupBy(await listAdjustmentsOf(db, symbols), ({ symbol }) => symbol);
  const ids = work.map(({ history }) => history.id);
  const last = new Map((await listLastOutcomes(db, ids)).map((row) => [row.signalId, row]));
  return work.map(({ history, signal }) => {
    const { id, symbol } = history;
    const evaluation = evaluateSignal(signal, bars.get(symbol) ?? [], adjustments.get(symbol) ?? [], {
      pricesUntil,
    });
    const before = last.get(id);
    const outcome = toOutcome(evaluation);
    const isSame = before !== undefined && !isDifferentOutcome(before, outcome);
    const sequence = (before?.sequence ?? 0) + 1;
    return {
      history,
      row: isSame ? null : { ...outcome, signalId: id, sequence, evaluatedAt: now, pricesUntil },
      mark: evaluation.mark && { signalId: id, ...evaluation.mark },
    };
  });
}

/** Appends the outcomes that differ from the last ones, also to the ledger, and replaces the marks of open signals. */
async function saveEvaluations(
  { database, releaseDays }: EvaluationDependencies,
  evaluated: readonly Evaluated[],
  now: Date,
): Promise<number> {
  if (evaluated.length === 0) return 0;
  const changed = evaluated.flatMap(({ history: { signalType }, row }) => (row ? [{ signalType, row }] : []));
  return database.transaction(async (tx, announce) => {
    await insertOutcomes(
      tx,
      changed.map(({ row }) => row),
    );
    await replaceMarks(
      tx,
      evaluated.map(({ history }) => history.id),
      evaluated.flatMap(({ mark }) => mark ?? []),
    );
    for (const { signalType, row } of changed) {
      announce('ledger');
      // The topic of public results must not reveal when premium ones change before their release.
      if (isReleased({ signalType, endedOn: row.endedOn }, { now, releaseDays })) announce('track-record');
      if (!isFreeType(signalType)) announce(getSignalTopic(signalType));
    }
    // Last, because it blocks all other writers of the ledger until the commit.
    await appendEntries(
      tx,
      shuffle(changed).map(({ signalType, row }) => toOutcomeEntry(row, { signalType, recordedAt: now })),
    );
    return changed.length;
  });
}

function shuffle<T>(items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
