import { isDeepStrictEqual } from 'node:util';
import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { PerformancePeriod } from '#contract/track-record/performance.ts';
import type { Config } from '#server/config/config.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { readIndexValues } from '#server/domains/prices/prices.ts';
import {
  getShownSector,
  getTermEnds,
  listClosedSignals,
  type TermEnds,
} from '#server/domains/signals/signals.ts';
import type { DecisionRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import {
  type RecordedOutcome,
  type RUnits,
  UNITS_PER_R,
} from '#server/domains/track-record/statistics/calculate-statistics.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from '#server/platform/cached-until-change.ts';
import type { Clock } from '#server/platform/clock.ts';
import { withDeadline } from '#server/platform/database/unavailable.ts';
import type { Database } from '#server/platform/database.ts';
import { createReleaseCheck, getEndedOn } from './release.ts';
import { listChangedResults, listMarks, type ResultPosition, type ResultRow } from './results.queries.ts';

/** A signal that was evaluated. */
export interface RecordedSignal {
  id: string;
  /** Of the last outcome. */
  sequence: number;
  symbol: string;
  signalType: SignalType;
  side: 'buy' | 'sell';
  sector: string | null;
  analyst: string | null;
  publishedAtMs: number;
  publishedOn: LocalDate;
  isDeleted: boolean;
  evaluation: Evaluated;
  /** The decision of an administrator that applies. */
  decision: ResultRow['decision'];
  /** The date on which the result ended, whether by the evaluation or by a decision; `null` while it is pending or open. */
  endedOn: LocalDate | null;
  costInR: RUnits;
  /** The costs in hundredths of a percent. */
  costUnits: number;
}

/** The last evaluation, or what an administrator decided instead. */
interface Evaluated
  extends Pick<ResultRow, 'state' | 'reason' | 'fillDate' | 'fillPrice' | 'exitedOn' | 'endedOn'> {
  r: RUnits | null;
  /** In hundredths of a percent. */
  percentUnits: number | null;
  /** The results of the worst and the best price path of a signal that has ended. */
  worstR: RUnits | null;
  bestR: RUnits | null;
  barsHeld: number;
}

type RecordSettings = Pick<Config, 'analyst' | 'premiumPublicAfterDays' | 'costUnits'>;

/** Reads the signals whose results are public, in the order of their ends. */
export interface RecordReader {
  /** Premium signals are missing until their release. */
  listPublic(period: PerformancePeriod): Promise<RecordedSignal[]>;
  /** Returns the same by the month of their ends. */
  listPublicMonths(period: PerformancePeriod): Promise<PublicMonths>;
  readOutcomes(signals: readonly RecordedSignal[]): Promise<OutcomeReader>;
}

/** Premium signals that were published before today and are not released. */
export interface Unreleased {
  count: number;
  oldestPublishedOn: LocalDate | null;
}

interface PublicMonths {
  months: PublicMonth[];
  /** How much is missing, so that it cannot be hidden. */
  unreleased: Unreleased;
}

interface PublicMonth {
  signals: readonly RecordedSignal[];
  /** It has all signals that ended in the month. The array is the same one until one of them changes, or another ends in the month. */
  isComplete: boolean;
}

export interface OutcomeReader {
  /** Returns the outcome of a signal after costs. */
  get(signal: RecordedSignal): RecordedOutcome;
  /** What outcomes of closed signals are compared with: the same object until a value changes. */
  index: IndexHistory;
}

const BATCH_ROWS = 1_000;
const PERIOD_DAYS: Readonly<Record<Exclude<PerformancePeriod, 'all'>, number>> = {
  '3M': 92,
  '6M': 183,
  '1Y': 366,
};

/** Returns the first date of publication in a period. */
const getPeriodStart = (period: PerformancePeriod, now: Date): LocalDate =>
  period === 'all' ? '' : addDays(toKarachiDate(now), -PERIOD_DAYS[period]);

const NOTHING: Remembered = {
  position: { revision: '-1', id: '00000000-0000-0000-0000-000000000000' },
  months: new Map(),
};

/** Returns a reader that remembers the results and reads those that have changed since it last did. */
export function createRecordReader({
  config,
  database,
  clock,
}: {
  config: RecordSettings;
  database: Database;
  clock: Clock;
}): RecordReader {
  const { db } = database;
  let remembered = NOTHING;
  let running: Promise<Remembered> | null = null;
  let next: Promise<Remembered> | null = null;

  /** A reading that began earlier may lack the change that a caller needs: callers that come during one share the next. */
  function refresh(): Promise<Remembered> {
    if (running === null) return start();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  }

  function start(): Promise<Remembered> {
    const reading = withDeadline(readChanges(), READ_TIMEOUT_MS).finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  }

  async function readChanges(): Promise<Remembered> {
    const before = remembered;
    const changed = new Map<string, RecordedSignal>();
    let { position } = before;
    for (;;) {
      const rows = await listChangedResults(db, position, BATCH_ROWS);
      for (const row of rows) changed.set(row.id, toRecordedSignal(row, config));
      position = rows.at(-1) ?? position;
      if (rows.length < BATCH_ROWS) break;
    }
    const read = { position, months: replaceSignals(before.months, changed) };
    if (remembered === before) remembered = read;
    return read;
  }

  database.changes.subscribe((topic) => {
    if (topic !== null) return;
    // The database may have failed over to one that lacks what was read. At a start, the first visitor need not wait.
    remembered = NOTHING;
    refresh().catch(() => {});
  });

  const getCalendar = cacheTradingCalendar(database);
  const readIndex = cachedUntilChange(database.changes, 'prices', () => readIndexValues(db, 'KSE100'));
  let lastIndex = toIndexHistory(new Map());

  async function listPublicMonths(period: PerformancePeriod): Promise<PublicMonths> {
    const { months } = await refresh();
    const now = clock.now();
    const terms = { now, releaseDays: config.premiumPublicAfterDays };
    const isPublic = createReleaseCheck(terms);
    const from = getPeriodStart(period, now);
    const unreleased: LocalDate[] = [];
    const publicMonths = [...months.values()].flatMap((month): PublicMonth[] => {
      if (month.lastPublished < from) return [];
      const isComplete = month.hasEnded && month.firstPublished >= from && isPublic(month.lastReleased);
      if (isComplete) return [{ signals: month.signals, isComplete }];
      const ofPeriod = month.signals.filter(({ publishedOn }) => publishedOn >= from);
      const signals = ofPeriod.filter(isPublic);
      for (const signal of ofPeriod) if (!isPublic(signal)) unreleased.push(signal.publishedOn);
      return [{ signals, isComplete }];
    });
    // Their number must not show that one was published today.
    const earlier = unreleased.filter((date) => date < toKarachiDate(now)).sort();
    return {
      months: publicMonths,
      unreleased: { count: earlier.length, oldestPublishedOn: earlier[0] ?? null },
    };
  }

  return {
    listPublicMonths,
    listPublic: async (period) => (await listPublicMonths(period)).months.flatMap(({ signals }) => signals),
    async readOutcomes(signals) {
      const active = signals
        .filter(({ evaluation: { state } }) => state === 'open' || state === 'pending')
        .map(({ id }) => id);
      const marks = await listMarks(db, active);
      const closed = await listClosedSignals(db, active);
      const values = await readIndex();
      if (!isDeepStrictEqual(values, lastIndex.values)) lastIndex = toIndexHistory(values);
      const index = lastIndex;
      const termEnds = getTermEnds(await getCalendar(), clock.now());
      return {
        index,
        get: (signal) =>
          toOutcome(signal, {
            mark: marks.get(signal.id),
            isClosed: closed.has(signal.id),
            index,
            termEnds: termEnds[signal.signalType],
          }),
      };
    },
  };
}

interface Remembered {
  position: ResultPosition;
  /** In their order, by the first seven characters of the date; last the signals that have not ended. */
  months: ReadonlyMap<string, Month>;
}

/** The signals that ended in a month, in the order of their ends. */
interface Month {
  signals: readonly RecordedSignal[];
  hasEnded: boolean;
  firstPublished: LocalDate;
  lastPublished: LocalDate;
  /** Public when all are. */
  lastReleased: Pick<RecordedSignal, 'signalType' | 'endedOn'>;
}

const NOT_ENDED = '9999';
const getEndMonth = ({ evaluation }: RecordedSignal) => evaluation.endedOn?.slice(0, 7) ?? NOT_ENDED;

/** Replaces and adds the changed signals. Other months remain the same objects. */
function replaceSignals(
  months: ReadonlyMap<string, Month>,
  changed: ReadonlyMap<string, RecordedSignal>,
): ReadonlyMap<string, Month> {
  if (changed.size === 0) return months;
  const lists = new Map<string, RecordedSignal[]>();
  for (const [key, { signals }] of months) {
    const others = signals.filter(({ id }) => !changed.has(id));
    if (others.length < signals.length) lists.set(key, others);
  }
  for (const signal of changed.values()) {
    const key = getEndMonth(signal);
    const list = lists.get(key) ?? [...(months.get(key)?.signals ?? [])];
    list.push(signal);
    lists.set(key, list);
  }
  const replaced = new Map(months);
  for (const [key, list] of lists) {
    if (list.length === 0) replaced.delete(key);
    else replaced.set(key, toMonth(list.sort(compareEnds)));
  }
  return new Map([...replaced].sort(([a], [b]) => compare(a, b)));
}

function toMonth(signals: readonly RecordedSignal[]): Month {
  const published = signals.map(({ publishedOn }) => publishedOn);
  const first = signals[0] as RecordedSignal;
  return {
    signals,
    hasEnded: getEndMonth(first) !== NOT_ENDED,
    firstPublished: published.reduce((a, b) => (a < b ? a : b)),
    lastPublished: published.reduce((a, b) => (a > b ? a : b)),
    lastReleased: signals.reduce((a, b) => (getReleaseOrder(a) > getReleaseOrder(b) ? a : b)),
  };
}

/** Of two results, the one with the greater text is released later, or at the same time. */
const getReleaseOrder = ({ signalType, endedOn }: RecordedSignal) =>
  signalType === 'intraday' ? '' : (endedOn ?? NOT_ENDED);

const compareEnds = (a: RecordedSignal, b: RecordedSignal) =>
  compare(a.evaluation.endedOn ?? NOT_ENDED, b.evaluation.endedOn ?? NOT_ENDED) || compare(a.id, b.id);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function toRecordedSignal(row: ResultRow, { analyst, costUnits }: RecordSettings): RecordedSignal {
  const { id, sequence, symbol, signalType, side, publishedAtMs, isDeleted, decision } = row;
  const evaluation = toEvaluation(row);
  return {
    id,
    sequence,
    symbol,
    signalType,
    side,
    sector: getShownSector(row),
    analyst: row.analystName ?? analyst.name,
    publishedAtMs,
    publishedOn: toKarachiDate(new Date(publishedAtMs)),
    isDeleted,
    evaluation,
    decision,
    endedOn: getEndedOn(row, decision && { kind: decision.kind, decidedAt: new Date(decision.decidedAtMs) }),
    // The cost per share in R: a hundredth of a percent is a ten-thousandth, like the units of R.
    costInR: Math.round(((evaluation.fillPrice ?? 0) * costUnits) / Number(row.risk)),
    costUnits,
  };
}

/** Returns the last evaluation, or the result that an administrator entered instead. */
function toEvaluation({ decision, barsHeld, ...row }: ResultRow): RecordedSignal['evaluation'] {
  const isOverridden =
    decision?.kind === 'override' && decision.exitPrice !== null && decision.exitDate !== null;
  const { rMultiple, percent } = isOverridden ? decision : row;
  const result = {
    r: toUnits(rMultiple),
    percentUnits: percent === null ? null : Math.round(Number(percent) * 100),
    worstR: toUnits(row.worstRMultiple),
    bestR: toUnits(row.bestRMultiple),
    barsHeld: barsHeld ?? 0,
  };
  if (!isOverridden) {
    const { state, reason, fillDate, fillPrice, exitedOn, endedOn } = row;
    return { state, reason, fillDate, fillPrice, exitedOn, endedOn, ...result };
  }
  const { fillPrice, exitDate: endedOn } = decision;
  return {
    state: 'closed',
    reason: 'manual',
    fillDate: row.fillDate ?? endedOn,
    fillPrice,
    exitedOn: endedOn,
    endedOn,
    ...result,
  };
}

const toUnits = (r: string | null): RUnits | null =>
  r === null ? null : Math.round(Number(r) * UNITS_PER_R);

/** Returns the evaluated result of a closed signal after costs; `null` if it is not closed, or if an administrator has decided. */
export const getClosedResult = ({ evaluation, decision, costInR }: RecordedSignal): RUnits | null =>
  evaluation.state === 'closed' && decision === null ? (evaluation.r ?? 0) - costInR : null;

function toOutcome(
  signal: RecordedSignal,
  {
    mark,
    index,
    isClosed,
    termEnds,
  }: { mark: string | undefined; index: IndexHistory; isClosed: boolean; termEnds: TermEnds },
): RecordedOutcome {
  const { evaluation, decision, costInR, costUnits } = signal;
  if (decision?.kind === 'void') return { kind: 'voided' };
  const { state, reason, percentUnits, barsHeld } = evaluation;
  if (decision) return { kind: 'overridden', r: (evaluation.r ?? 0) - costInR };
  switch (state) {
    case 'closed':
      return {
        kind: 'closed',
        r: getClosedResult(signal) ?? 0,
        percentUnits: (percentUnits ?? 0) - costUnits,
        indexPercentUnits: compareWithIndex(signal, index)?.percentUnits ?? null,
        barsHeld,
      };
    case 'open':
      if (isClosed || signal.publishedAtMs < termEnds.limit.getTime()) return { kind: 'awaiting_prices' };
      return mark === undefined
        ? { kind: 'pending' }
        : { kind: 'open', r: Math.round(Number(mark) * UNITS_PER_R) - costInR };
    case 'pending':
      return {
        kind: isClosed || signal.publishedAtMs < termEnds.validity.getTime() ? 'awaiting_prices' : 'pending',
      };
    case 'not_measurable':
      return { kind: 'unproven', worstR: evaluation.worstR, bestR: evaluation.bestR };
    default:
      if (reason === 'unproven') return { kind: reason, worstR: null, bestR: null };
      return { kind: reason === 'no_prices' ? reason : 'not_filled' };
  }
}

/** The values of the index, and their dates in order. */
interface IndexHistory {
  values: ReadonlyMap<LocalDate, number>;
  dates: readonly LocalDate[];
}

const toIndexHistory = (values: ReadonlyMap<LocalDate, number>): IndexHistory => ({
  values,
  dates: [...values.keys()].sort(),
});

/** A close before a fill is at most so many days old: holidays are shorter. */
const MAX_INDEX_AGE_DAYS = 14;

export interface IndexComparison {
  from: LocalDate;
  /** In hundredths of a point, like `end`. */
  start: number;
  end: number;
  /** In hundredths of a percent, of a sell with the opposite sign. */
  percentUnits: number;
}

/**
 * Compares a position with the index from the last close before the fill to the close of the last exit. Returns `null` without values, and
 * for a position within one day, because the index has no value at its fill.
 */
export function compareWithIndex(
  { side, evaluation: { fillDate, exitedOn } }: Pick<RecordedSignal, 'side' | 'evaluation'>,
  { values, dates }: IndexHistory,
): IndexComparison | null {
  if (fillDate === null || exitedOn === null || fillDate === exitedOn) return null;
  const from = dates[countBefore(dates, fillDate) - 1];
  if (from === undefined || from < addDays(fillDate, -MAX_INDEX_AGE_DAYS)) return null;
  const [start, end] = [values.get(from), values.get(exitedOn)];
  if (start === undefined || end === undefined) return null;
  const change = side === 'buy' ? end - start : start - end;
  return { from, start, end, percentUnits: Math.round((change / start) * 10_000) };
}

function countBefore(dates: readonly LocalDate[], date: LocalDate): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] as LocalDate) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the decision if it applies: the last one of a signal, unless it withdraws the one before. */
export const toDecision = (
  row: DecisionRow | undefined,
): (DecisionRow & { kind: 'override' | 'void' }) | null =>
  row && row.kind !== 'withdraw' ? { ...row, kind: row.kind } : null;
