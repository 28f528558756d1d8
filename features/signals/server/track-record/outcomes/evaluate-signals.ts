import { randomInt } from 'node:crypto';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { agreesWithDatabase } from '#core/server/platform/database/clock-offset.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import type { SigningKey } from '#features/ledger/server/ledger.ts';
import {
  getLastSessionEnd,
  readTradingCalendar,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import {
  getPricesUntil,
  listBarsOf,
  listEvaluatedAdjustments,
  listIntradayOf,
} from '#features/market/server/prices/prices.ts';
import {
  type NewSignalChange,
  recordSignalChanges,
} from '#features/signals/server/changes/signal-changes.ts';
import { listSignalHistories, type SignalHistory } from '#features/signals/server/list-signal-histories.ts';
import { getStateTopic } from '#features/signals/server/signal-access.ts';
import type { EvaluatedSignal } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  digestInputs,
  enterCorrections,
  enterLargeCorrections,
} from '#features/signals/server/track-record/ledger/enter-corrections.ts';
import { toOutcomeEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import { createReleaseCheck, getEndedOn } from '#features/signals/server/track-record/performance/release.ts';
import { readReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import {
  beginRun,
  countDueSignals,
  finishRun,
  hasWork,
  listDueSignals,
  lockRun,
  markChangedSignals,
  markSignals,
  markSignalsUntil,
  saveUsedDates,
  type UsedDates,
} from './due-signals.queries.ts';
import { evaluateReadings, listReferenceAdjustments } from './evaluate-readings.ts';
import {
  insertOutcomes,
  listDecisionsInForce,
  listFirstEnds,
  listLastOutcomes,
  type MarkRow,
  type OutcomeRow,
  replaceMarks,
} from './outcomes.queries.ts';
import { createSignalConverter, getBarsFrom, getUsedDates } from './to-evaluated-signal.ts';
import { isDifferentOutcome, toOutcome } from './to-outcome.ts';

export interface EvaluationDependencies {
  database: Database;
  clock: Clock;
  signingKey: SigningKey | null;
  releaseDays: number;
  /** Ends the evaluation after the signals that are stored. The next one continues with the others. */
  signal?: AbortSignal;
  batches?: typeof BATCHES;
}

export const BATCHES = {
  /** The bars of so many symbols, and so many signals, are in memory at the same time. */
  symbols: 10,
  signals: 500,
  /** The outcomes of so many signals are stored together. */
  stored: 1_000,
};

/** The version of the rules since which an adjustment must be confirmed. */
const FIRST_WITH_CONFIRMATIONS = 3;

interface Run {
  run: number;
  calendar: TradingCalendar;
  pricesUntil: LocalDate;
  now: Date;
}

/**
 * Evaluates the signals that recorded changes, later prices or new rules concern, and appends the outcomes that differ. Returns the
 * number of appended outcomes, or `null` if there is nothing to evaluate or another server has begun to.
 */
export async function evaluateSignals(dependencies: EvaluationDependencies): Promise<number | null> {
  const { database, batches = BATCHES, signal } = dependencies;
  const { db } = database;
  const run = await startRun(dependencies);
  if (run === null) return null;
  const converter = createSignalConverter(run.calendar);
  let unsaved: Evaluated[] = [];
  let appended = 0;
  const save = async () => {
    const count = await saveEvaluations(dependencies, unsaved, run);
    unsaved = [];
    appended += count ?? 0;
    return count !== null;
  };
  for await (const signalIds of listBatches(db, batches)) {
    signal?.throwIfAborted();
    unsaved.push(...(await evaluateBatch(db, signalIds, converter, run)));
    if (unsaved.length >= batches.stored && !(await save())) return null;
  }
  if (!(await save())) return null;
  await finishRun(db, run.run, run);
  return appended;
}

/**
 * Marks the signals that must be evaluated, in one transaction. Returns `null` if there are no prices or no changes, or if the clock of this
 * server is wrong: its outcomes would date the public record ahead, so that other servers could not publish.
 */
async function startRun({ database, clock, signingKey }: EvaluationDependencies): Promise<Run | null> {
  const now = clock.now();
  const findPricesUntil = (db: Queryable, calendar: TradingCalendar) =>
    // The bar of a running session is not complete.
    getPricesUntil(db, toKarachiDate(getLastSessionEnd(now, calendar)));
  const before = await findPricesUntil(database.db, await readTradingCalendar(database.db));
  if (before === null || !(await hasWork(database.db, before))) return null;
  if (!(await agreesWithDatabase(database.db, clock))) return null;
  await enterLargeCorrections({ database, signingKey }, now);
  return database.transaction(async (tx, announce) => {
    const { run, markedUntil } = await beginRun(tx, { pricesUntil: before, now });
    if (markedUntil === null) await markSignals(tx);
    await markChangedSignals(tx);
    // Read after the changes were taken: what changes from now on is recorded for the next run.
    const calendar = await readTradingCalendar(tx);
    const pricesUntil = await findPricesUntil(tx, calendar);
    if (pricesUntil !== null && pricesUntil !== markedUntil) await markSignalsUntil(tx, pricesUntil);
    await enterCorrections({ tx, announce, signingKey }, now);
    if (pricesUntil === null) return null;
    return { run, calendar, pricesUntil, now };
  });
}

/** Returns the IDs of the marked signals, those of a few symbols at a time. */
async function* listBatches(db: Queryable, batches: typeof BATCHES): AsyncGenerator<string[]> {
  // In random order: neighbors in the ledger must not hint at the symbols of sealed entries.
  const symbols = shuffle(await countDueSignals(db));
  while (symbols.length > 0) {
    const batch = symbols.splice(0, 1);
    let size = batch[0]?.due ?? 0;
    while (batch.length < batches.symbols && size + (symbols[0]?.due ?? batches.signals) < batches.signals) {
      const next = symbols.splice(0, 1);
      batch.push(...next);
      size += next[0]?.due ?? 0;
    }
    let after: string | null = null;
    do {
      const names = batch.map(({ symbol }) => symbol);
      const signalIds: string[] = await listDueSignals(db, names, { after, limit: batches.signals });
      if (signalIds.length > 0) yield signalIds;
      after = signalIds.at(-1) ?? null;
    } while (after !== null);
  }
}

interface Evaluated {
  history: SignalHistory;
  /** The last outcome, if `row` differs from it. */
  before: OutcomeRow | null;
  /** The outcome to append; `null` if it does not differ from the last one. */
  row: OutcomeRow | null;
  mark: MarkRow | null;
  used: UsedDates;
}

/** Evaluates signals with prices until a date. `row` is `null` where the last outcome is what its inputs give. */
export async function evaluateBatch(
  db: Queryable,
  signalIds: readonly string[],
  { convert, addTradingDays, withIntraday }: ReturnType<typeof createSignalConverter>,
  { calendar, pricesUntil, now }: Omit<Run, 'run'>,
): Promise<Evaluated[]> {
  const takeTurns = createTurns();
  const work: { history: SignalHistory; signal: EvaluatedSignal }[] = [];
  for (const history of await listSignalHistories(db, signalIds)) {
    work.push({ history, signal: convert(history) });
    await takeTurns();
  }
  const symbols = [...new Set(work.map(({ history }) => history.symbol))];
  const from = work.map(({ signal }) => getBarsFrom(signal)).sort()[0] ?? pricesUntil;
  const bars = await listBarsOf(db, symbols, { from, until: pricesUntil });
  const intraday = await listIntradayOf(db, symbols, { from, until: pricesUntil });
  const adjustments = Map.groupBy(await listEvaluatedAdjustments(db, symbols), ({ symbol }) => symbol);
  const last = new Map((await listLastOutcomes(db, signalIds)).map((row) => [row.signalId, row]));
  const ownBarsOf = new Map(
    symbols.map((each) => [each, withIntraday(bars.get(each) ?? [], intraday.get(each))]),
  );
  const evaluated: Evaluated[] = [];
  for (const { history, signal } of work) {
    const { id: signalId, symbol } = history;
    const ownBars = ownBarsOf.get(symbol) ?? [];
    const ownAdjustments = adjustments.get(symbol) ?? [];
    const before = last.get(signalId) ?? null;
    // Earlier rules used every adjustment, whenever it was stored.
    const asConfirmed = ownAdjustments.map(({ recordedOn: _, ...each }) => ({ ...each, isConfirmed: true }));
    const evaluateUntil = (until: LocalDate) => {
      const usedBars = until === pricesUntil ? ownBars : ownBars.filter(({ date }) => date <= until);
      const { evaluation, applied } = evaluateReadings(signal, usedBars, ownAdjustments, {
        pricesUntil: until,
        addTradingDays,
      });
      const outcome = toOutcome(evaluation, usedBars);
      const used = getUsedDates(history, signal, outcome, usedBars, evaluation.waitedUntil);
      return { until, usedBars, evaluation, applied, outcome, used };
    };
    let result = evaluateUntil(pricesUntil);
    // Prices that were stored after a final result are no correction, also if they show that a bar before them is missing.
    if (before?.endedOn && before.pricesUntil < pricesUntil && isDifferentOutcome(before, result.outcome)) {
      const earlier = evaluateUntil(before.pricesUntil);
      if (!isDifferentOutcome(before, earlier.outcome)) result = earlier;
    }
    const { until, usedBars, evaluation, applied, outcome, used } = result;
    const digest = (dates: typeof used, end: LocalDate, given: typeof ownAdjustments = ownAdjustments) =>
      digestInputs({
        from: dates.usedFrom,
        until: dates.usedUntil ?? end,
        bars: ownBars,
        adjustments: given,
        calendar,
      });
    // If the symbol was not traded on the day of the end, a later bar was used only if it was there at that time.
    const hasSameInputs = (row: OutcomeRow) => {
      const dates = getUsedDates(history, signal, row, usedBars, null);
      const waited = row.endedOn === null ? [] : [evaluation.waitedUntil, used.usedUntil];
      const given =
        row.evaluatorVersion < FIRST_WITH_CONFIRMATIONS ? [ownAdjustments, asConfirmed] : [ownAdjustments];
      return [dates.usedUntil, row.endedOn, ...waited].some((usedUntil) =>
        given.some((each) => row.inputs === digest({ ...dates, usedUntil }, row.pricesUntil, each)),
      );
    };
    const isCorrected = before !== null && before.inputs !== null && !hasSameInputs(before);
    const isSame = before !== null && !isCorrected && !isDifferentOutcome(before, outcome);
    const sequence = (before?.sequence ?? 0) + 1;
    const stored = { signalId, sequence, evaluatedAt: now, pricesUntil: until, isCorrected };
    evaluated.push({
      history,
      before: isSame ? null : before,
      row: isSame
        ? null
        : {
            ...outcome,
            ...stored,
            referenceAdjustments: listReferenceAdjustments(signal, usedBars, applied),
            inputs: digest(used, until),
          },
      mark: evaluation.mark && { signalId, ...evaluation.mark },
      used: { signalId, ...used },
    });
    await takeTurns();
  }
  return evaluated;
}

/**
 * Appends the outcomes that differ from the last ones, and replaces the marks of open signals. Returns `null`, and stores nothing, if a
 * later run has begun.
 */
async function saveEvaluations(
  { database, releaseDays, signingKey }: EvaluationDependencies,
  evaluated: readonly Evaluated[],
  { run, now }: Run,
): Promise<number | null> {
  if (evaluated.length === 0) return 0;
  const outcomes = evaluated.flatMap(({ row }) => row ?? []);
  return database.transaction(async (tx, announce) => {
    if (!(await lockRun(tx, run))) return null;
    const ids = outcomes.map(({ signalId }) => signalId);
    const endsBefore = await listFirstEnds(tx, ids);
    await insertOutcomes(tx, outcomes);
    const endsAfter = await listFirstEnds(tx, ids);
    await replaceMarks(
      tx,
      evaluated.map(({ history }) => history.id),
      evaluated.flatMap(({ mark }) => mark ?? []),
    );
    await saveUsedDates(
      tx,
      evaluated.map(({ used }) => used),
    );
    const isPublic = createReleaseCheck({ now, releaseDays, releasedUntil: await readReleasedUntil(tx) });
    const decided = await listDecisionsInForce(tx, ids);
    const decisions = new Map(decided.map((row) => [row.signalId, row]));
    const changes = evaluated.flatMap(
      ({ history: { symbol, signalType }, before, row }): NewSignalChange[] => {
        if (row === null) return [];
        const decision = decisions.get(row.signalId);
        const released = (before === null ? [endsAfter] : [endsBefore, endsAfter]).map((ends) => {
          const endedOn = ends.get(row.signalId) ?? null;
          return isPublic({ signalType, endedOn: getEndedOn({ endedOn }, decision) });
        });
        return [
          {
            kind: 'evaluated',
            signalId: row.signalId,
            symbol,
            signalType,
            audience: released.every(Boolean) ? 'everyone' : 'subscribers',
            changesPublicResults: released.some(Boolean),
            before,
            after: row,
            changedAt: now,
            entry: toOutcomeEntry(row, signalType),
          },
        ];
      },
    );
    await recordSignalChanges(shuffle(changes), { tx, announce, events: null, signingKey });
    // The open positions at their last closes.
    const marked = evaluated.flatMap(({ history, mark }) =>
      mark ? [getStateTopic(history.signalType)] : [],
    );
    for (const topic of new Set(marked)) announce(topic);
    return changes.length;
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
