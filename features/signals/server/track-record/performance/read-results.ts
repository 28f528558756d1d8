import { isDeepStrictEqual } from 'node:util';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from '#core/server/platform/cached-until-change.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { withDeadline } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import { cacheTradingCalendar, type TradingCalendar } from '#features/market/server/market.ts';
import { readIndexValues } from '#features/market/server/prices/prices.ts';
import type { PerformancePeriod } from '#features/signals/contract/track-record/performance.ts';
import {
  getOverdueEnds,
  getTermEnds,
  getTradingDate,
  getUnendedReleases,
} from '#features/signals/server/expiry.ts';
import { listClosedSignals } from '#features/signals/server/list-signal-histories.ts';
import { listFreeVoids } from '#features/signals/server/track-record/decisions/free-voids.ts';
import type { CountedOutcome } from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import { cacheReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import { createReleaseCheck } from './release.ts';
import { listChangedResults, listMarks, type ResultPosition } from './results.queries.ts';
import {
  type IndexHistory,
  type SignalResult,
  toCountedOutcome,
  toIndexHistory,
  toSignalResult,
} from './signal-result.ts';

type ResultSettings = Pick<Config, 'analyst' | 'premiumPublicAfterDays' | 'costUnits'>;

/** Reads the signals whose results are public, in the order of their ends. */
export interface ResultReader {
  /** Premium signals are missing until their release. */
  listPublic(period: PerformancePeriod): Promise<SignalResult[]>;
  /** Returns the same by the month of their ends. */
  listPublicMonths(period: PerformancePeriod): Promise<PublicMonths>;
  readOutcomes(signals: readonly SignalResult[]): Promise<OutcomeReader>;
}

export interface OutcomeReader {
  /** Returns the outcome of a signal after costs. */
  get(signal: SignalResult): CountedOutcome;
  /** What outcomes of closed signals are compared with: the same object until a value changes. */
  index: IndexHistory;
}

/** Premium signals that were published before today and are not public. */
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
  signals: readonly SignalResult[];
  /** It has all signals that ended in the month. The array is the same one until one of them changes, or another ends in the month. */
  isComplete: boolean;
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
  calendar: null,
  prices: null,
  voids: new Map(),
  months: new Map(),
};

/** Returns a reader that remembers the results and reads those that have changed since it last did. */
export function createResultReader({
  config,
  database,
  clock,
  timeoutMs = READ_TIMEOUT_MS,
}: {
  config: ResultSettings;
  database: Database;
  clock: Clock;
  timeoutMs?: number;
}): ResultReader {
  const { db } = database;
  let remembered = NOTHING;
  let running: Promise<Remembered> | null = null;
  let next: Promise<Remembered> | null = null;
  const getCalendar = cacheTradingCalendar(database);
  /** Another object after a change of prices. */
  const getPricesVersion = cachedUntilChange(database.changes, 'prices', async () => ({}));

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
    const reading = withDeadline(readChanges(), timeoutMs).finally(() => {
      if (running === reading) running = null;
    });
    running = reading;
    return reading;
  }

  async function readChanges(): Promise<Remembered> {
    const before = remembered;
    const changed = new Map<string, SignalResult>();
    let { position } = before;
    for (;;) {
      const rows = await listChangedResults(db, position, BATCH_ROWS);
      for (const row of rows) changed.set(row.id, toSignalResult(row, config));
      position = rows.at(-1) ?? position;
      if (rows.length < BATCH_ROWS) break;
    }
    const read = await findFreeVoids(before, changed, position);
    if (remembered === before) remembered = read;
    return read;
  }

  /** Prices and the calendar decide which voids are free, also of signals that have not changed. */
  async function findFreeVoids(
    before: Remembered,
    changed: Map<string, SignalResult>,
    position: ResultPosition,
  ): Promise<Remembered> {
    const [calendar, prices] = await Promise.all([getCalendar(), getPricesVersion()]);
    const voids = new Map(before.voids);
    for (const signal of changed.values()) {
      if (signal.decision?.kind === 'void') voids.set(signal.id, signal);
      else voids.delete(signal.id);
    }
    const isSame = calendar === before.calendar && prices === before.prices;
    const checked = [...voids.values()].filter(({ id }) => !isSame || changed.has(id));
    const free = await listFreeVoids(
      db,
      checked.flatMap(({ id, symbol, publishedAtMs, decision }) =>
        decision ? { ...decision, id, symbol, publishedAtMs } : [],
      ),
      calendar,
    );
    for (const signal of checked) {
      const isFreeVoid = free.has(signal.id);
      if (signal.isFreeVoid === isFreeVoid) continue;
      const replaced = { ...signal, isFreeVoid };
      voids.set(signal.id, replaced);
      changed.set(signal.id, replaced);
    }
    return { position, calendar, prices, voids, months: replaceSignals(before.months, changed) };
  }

  database.changes.subscribe((topic) => {
    if (topic !== null) return;
    // The database may have failed over to one that lacks what was read. At a start, the first visitor need not wait.
    remembered = NOTHING;
    refresh().catch(() => {});
  });

  const getReleasedUntil = cacheReleasedUntil(database);
  const readIndex = cachedUntilChange(database.changes, 'prices', () => readIndexValues(db, 'KSE100'));
  let lastIndex = toIndexHistory(new Map());

  async function listPublicMonths(period: PerformancePeriod): Promise<PublicMonths> {
    const { months } = await refresh();
    const now = clock.now();
    const releasedUntil = await getReleasedUntil();
    const terms = { now, releaseDays: config.premiumPublicAfterDays, releasedUntil };
    const isReleased = createReleaseCheck(terms);
    const calendar = await getCalendar();
    const lastFirstDays = getUnendedReleases(calendar, terms);
    const hasReleasedEnd = ({ signalType, firstEndedOn: endedOn }: Month['lastReleased']) =>
      isReleased({ signalType, endedOn });
    // Prices that are withheld hide no signal for good: its entries in the record are public then too.
    const isOverdue = ({ signalType, firstEndedOn, publishedOn, publishedAtMs }: SignalResult) =>
      firstEndedOn === null &&
      publishedOn <= lastFirstDays[signalType] &&
      getTradingDate(new Date(publishedAtMs), calendar) <= lastFirstDays[signalType];
    const isPublic = (signal: SignalResult) => hasReleasedEnd(signal) || isOverdue(signal);
    const from = getPeriodStart(period, now);
    const unreleased: LocalDate[] = [];
    const publicMonths = [...months.values()].flatMap((month): PublicMonth[] => {
      if (month.lastPublished < from) return [];
      const isComplete = month.hasEnded && month.firstPublished >= from && hasReleasedEnd(month.lastReleased);
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
      const calendar = await getCalendar();
      const termEnds = getTermEnds(calendar, clock.now());
      const overdueEnds = getOverdueEnds(calendar, clock.now());
      return {
        index,
        get: (signal) =>
          toCountedOutcome(signal, {
            mark: marks.get(signal.id),
            isClosed: closed.has(signal.id),
            index,
            termEnds: termEnds[signal.signalType],
            overdueEnds: overdueEnds[signal.signalType],
          }),
      };
    },
  };
}

interface Remembered {
  position: ResultPosition;
  /** The calendar and the prices by which `voids` were checked. */
  calendar: TradingCalendar | null;
  prices: object | null;
  voids: ReadonlyMap<string, SignalResult>;
  /** In their order, by the first seven characters of the date; last the signals that have not ended. */
  months: ReadonlyMap<string, Month>;
}

/** The signals that ended in a month, in the order of their ends. */
interface Month {
  signals: readonly SignalResult[];
  hasEnded: boolean;
  firstPublished: LocalDate;
  lastPublished: LocalDate;
  /** It is public when all of them are. */
  lastReleased: Pick<SignalResult, 'signalType' | 'firstEndedOn'>;
}

const NOT_ENDED = '9999';
const getEndMonth = ({ counted }: SignalResult) => counted.endedOn?.slice(0, 7) ?? NOT_ENDED;

/** Replaces and adds the changed signals. Other months remain the same objects. */
function replaceSignals(
  months: ReadonlyMap<string, Month>,
  changed: ReadonlyMap<string, SignalResult>,
): ReadonlyMap<string, Month> {
  if (changed.size === 0) return months;
  const lists = new Map<string, SignalResult[]>();
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

function toMonth(signals: readonly SignalResult[]): Month {
  const published = signals.map(({ publishedOn }) => publishedOn);
  const first = signals[0] as SignalResult;
  return {
    signals,
    hasEnded: getEndMonth(first) !== NOT_ENDED,
    firstPublished: published.reduce((a, b) => (a < b ? a : b)),
    lastPublished: published.reduce((a, b) => (a > b ? a : b)),
    lastReleased: signals.reduce((a, b) => (getReleaseOrder(a) > getReleaseOrder(b) ? a : b)),
  };
}

/** Orders results by their release: one with a greater text is released later, or at the same time. */
const getReleaseOrder = ({ signalType, firstEndedOn }: SignalResult) =>
  signalType === 'intraday' ? '' : (firstEndedOn ?? NOT_ENDED);

const compareEnds = (a: SignalResult, b: SignalResult) =>
  compare(a.counted.endedOn ?? NOT_ENDED, b.counted.endedOn ?? NOT_ENDED) || compare(a.id, b.id);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
