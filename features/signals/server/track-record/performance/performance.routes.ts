import * as z from 'zod/mini';
import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import {
  listPastSignals,
  PAST_SIGNALS_PAGE_SIZE,
  type PastResult,
  type PastSignal,
  PERFORMANCE_PERIODS,
  readPerformance,
} from '#features/signals/contract/track-record/performance.ts';
import {
  type PremiumSample,
  readPremiumSample,
} from '#features/signals/contract/track-record/premium-sample.ts';
import { readRecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import { listFirstVersions } from '#features/signals/server/list-signal-histories.ts';
import { readEvaluationState } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  type RUnits,
  UNITS_PER_R,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import { createPerformanceReader, format, presentRecentResults } from './present-performance.ts';
import { createResultReader, type ResultReader } from './read-results.ts';
import { writeRecordCsv } from './record-csv.ts';
import { getClosedResult, type SignalResult, toCountedOutcome, toIndexHistory } from './signal-result.ts';

export function performanceRoutes({
  api,
  handle,
  caching,
  config,
  database,
  clock,
}: RouteDependencies): void {
  const results = createResultReader({ config, database, clock });
  const getCalendar = cacheTradingCalendar(database);
  const readPerformanceOf = createPerformanceReader(results);

  handle(readPerformance, async ({ query: { period }, changesAt }) => {
    const now = clock.now();
    // Premium signals are released at midnight, and intraday signals expire.
    changesAt(getStartOfDate(addDays(toKarachiDate(now), 1)));
    changesAt(getSessionEnd(now, await getCalendar()));
    const performance = await readPerformanceOf(period);
    const state = await readEvaluationState(database.db);
    return {
      period,
      prices_until: state?.pricesUntil ?? null,
      release_days: config.premiumPublicAfterDays,
      cost_percent: (config.costUnits / 100).toFixed(2),
      ...performance,
    };
  });

  const getRecentResults = cacheRecentResults({ database, clock }, results);
  handle(readRecentResults, async ({ query: { signal_type, symbol }, changesAt }) => {
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    const selected = (await getRecentResults()).filter(
      (each) =>
        (signal_type === undefined || each.signalType === signal_type) &&
        (symbol === undefined || each.symbol === symbol),
    );
    return presentRecentResults(selected);
  });

  handle(readPremiumSample, async ({ changesAt }) => {
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    return { sample: await readNewestPremium(database.db, await results.listPublic('all')) };
  });

  handle(listPastSignals, async ({ query: { page: pageText, period, ...filters }, url, changesAt }) => {
    const page = parsePage(pageText);
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    const signals = selectPastSignals(await results.listPublic(period), filters);
    const pageSize = PAST_SIGNALS_PAGE_SIZE;
    const { publicUrl } = config;
    return {
      count: signals.length,
      ...getPageLinks({ page, pageSize, total: signals.length, url, publicUrl }),
      results: signals.slice((page - 1) * pageSize, page * pageSize).map(presentPastSignal),
    };
  });

  serveSharedFile(api, caching, {
    path: '/performance/export.csv',
    query: ExportQuery,
    topics: readPerformance.topics,
    cacheControl: 'no-cache',
    read: async ({ query: { period }, changesAt }) => {
      const now = clock.now();
      // Premium signals are released at midnight, and the name contains the date.
      changesAt(getStartOfDate(addDays(toKarachiDate(now), 1)));
      const signals = await results.listPublic(period);
      return {
        body: await writeRecordCsv(database.db, signals, await results.readOutcomes(signals)),
        type: 'text/csv; charset=utf-8',
        downloadName: `signals-${toKarachiDate(now)}.csv`,
      };
    },
  });
}

/** A period that does not exist means all. */
const ExportQuery = z.object({ period: z.catch(z.enum(PERFORMANCE_PERIODS), 'all') });

interface RecentResult extends Pick<SignalResult, 'signalType' | 'symbol'> {
  r: RUnits;
}

/**
 * Returns a function that reads the public results of the signals of the last 12 months that are closed, and caches them until
 * one changes or the date does, when premium results are released.
 */
function cacheRecentResults(
  { database, clock }: { database: Database; clock: Clock },
  reader: ResultReader,
): () => Promise<readonly RecentResult[]> {
  const getCache = cachedUntilChange(
    database.changes,
    'track-record',
    async (): Promise<Map<LocalDate, Promise<readonly RecentResult[]>>> => new Map(),
  );
  /** The signals of a month whose results are all public are the same array until one of them changes. */
  const months = new WeakMap<readonly SignalResult[], readonly RecentResult[]>();
  const read = async () =>
    (await reader.listPublicMonths('1Y')).months.flatMap(({ signals }) => {
      const results = months.get(signals) ?? signals.flatMap(toResult);
      months.set(signals, results);
      return results;
    });
  return async () => {
    const cache = await getCache();
    const date = toKarachiDate(clock.now());
    const cached = cache.get(date);
    if (cached) return cached;
    const reading = read();
    cache.set(date, reading);
    reading.catch(() => cache.delete(date));
    return reading;
  };
}

function toResult(signal: SignalResult): RecentResult | [] {
  const r = getClosedResult(signal);
  return r === null ? [] : { signalType: signal.signalType, symbol: signal.symbol, r };
}

type Filters = Pick<EndpointInput<typeof listPastSignals>['query'], 'signal_type' | 'result' | 'symbol'>;

/** Returns those of the public results that have ended and match the filters, last end first. */
function selectPastSignals(
  results: readonly SignalResult[],
  { signal_type, result, symbol = [] }: Filters,
): SignalResult[] {
  const symbols = new Set(symbol);
  return results
    .filter(
      (each) =>
        each.endedOn !== null &&
        (signal_type === undefined || each.signalType === signal_type) &&
        (symbols.size === 0 || symbols.has(each.symbol)) &&
        (result === undefined || readResult(each).result === result),
    )
    .toReversed()
    .sort(compareEnds);
}

/** Only those that an administrator's decision ended are not in this order yet, so that sorting compares few of them. */
const compareEnds = (a: SignalResult, b: SignalResult) =>
  a.endedOn === b.endedOn ? 0 : (a.endedOn ?? '') < (b.endedOn ?? '') ? 1 : -1;

function presentPastSignal(signal: SignalResult): PastSignal {
  const { id, signalType, symbol, side, publishedOn, endedOn, isDeleted } = signal;
  const { result, r } = readResult(signal);
  return {
    id,
    signal_type: signalType,
    symbol,
    side,
    published_on: publishedOn,
    ended_on: endedOn ?? publishedOn,
    result,
    r_multiple: format(r === null ? null : r / UNITS_PER_R, 2),
    is_deleted: isDeleted,
  };
}

/** What only signals in progress and comparisons with the index need. */
const ENDED = {
  mark: undefined,
  isClosed: true,
  index: toIndexHistory(new Map()),
  termEnds: { validity: new Date(0), limit: new Date(0) },
};

/** Returns the result as the statistics count it. */
function readResult(signal: SignalResult): { result: PastResult; r: RUnits | null } {
  const outcome = toCountedOutcome(signal, ENDED);
  switch (outcome.kind) {
    case 'closed':
      return { result: outcome.r > 0 ? 'won' : 'lost', r: outcome.r };
    case 'overridden':
      return { result: 'overridden', r: outcome.r };
    case 'voided':
    case 'not_filled':
      return { result: outcome.kind, r: null };
    default:
      return { result: 'not_measurable', r: null };
  }
}

/** Reads the premium signal that ended last of those whose results are public. A voided one has no result. */
async function readNewestPremium(
  db: Queryable,
  results: readonly SignalResult[],
): Promise<PremiumSample | null> {
  const newest = results
    .filter(({ signalType, decision }) => signalType !== 'intraday' && decision?.kind !== 'void')
    .reduce<SignalResult | null>((last, each) => (last && isLater(last, each) ? last : each), null);
  const published = newest && (await listFirstVersions(db, [newest.id])).get(newest.id);
  if (!newest?.endedOn || !published) return null;
  const { id, signalType, symbol, side, publishedOn, endedOn, evaluation, costInR } = newest;
  const outcome = getOutcome(newest);
  const hasResult = outcome === 'closed' || outcome === 'overridden';
  return {
    id,
    signal_type: signalType,
    symbol,
    side,
    entry_price: published.entry_price,
    stop_loss: published.stop_loss,
    target_points: published.target_points,
    published_on: publishedOn,
    ended_on: endedOn,
    is_deleted: newest.isDeleted,
    outcome,
    r_multiple: hasResult ? (((evaluation.r ?? 0) - costInR) / UNITS_PER_R).toFixed(2) : null,
  };
}

/** Compares when signals ended. If two ended on one date, the one that was published later is the newer one. */
const isLater = (a: SignalResult, b: SignalResult) =>
  (a.endedOn ?? '') === (b.endedOn ?? '')
    ? a.publishedAtMs >= b.publishedAtMs
    : (a.endedOn ?? '') > (b.endedOn ?? '');

function getOutcome({ decision, evaluation: { state, reason } }: SignalResult): PremiumSample['outcome'] {
  if (decision) return 'overridden';
  if (state === 'closed') return 'closed';
  const isUnproven = state === 'not_measurable' || reason === 'unproven' || reason === 'no_prices';
  return isUnproven ? 'not_measurable' : 'not_filled';
}
