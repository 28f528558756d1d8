import * as z from 'zod/mini';
import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findLastSequence } from '#features/ledger/server/ledger.ts';
import { cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import {
  listPastSignals,
  PAST_SIGNALS_PAGE_SIZE,
  type PastResult,
  type PastSignal,
  PERFORMANCE_PERIODS,
  readPerformance,
  readSealedPublications,
  type TermsChange,
} from '#features/signals/contract/track-record/performance.ts';
import {
  type PremiumSample,
  readPremiumSample,
} from '#features/signals/contract/track-record/premium-sample.ts';
import { readRecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import {
  listRecordSignals,
  type RecordSignal,
} from '#features/signals/contract/track-record/record-signals.ts';
import { getOverdueEnds } from '#features/signals/server/expiry.ts';
import { countSealedPublications } from '#features/signals/server/ledger/sealed-publications.ts';
import { listFirstVersions } from '#features/signals/server/list-signal-histories.ts';
import { createRecordSignalsReader } from '#features/signals/server/track-record/details/list-record-signals.ts';
import { readEvaluationState } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  type RUnits,
  UNITS_PER_R,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import {
  listTermChangeRows,
  type TermChangeRow,
} from '#features/signals/server/track-record/terms/terms.queries.ts';
import {
  createPerformanceReader,
  format,
  presentRecentResults,
  type RecentResult,
} from './present-performance.ts';
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
    const sequence = await findLastSequence(database.db);
    const performance = await readPerformanceOf(period);
    const state = await readEvaluationState(database.db);
    return {
      period,
      prices_until: state?.pricesUntil ?? null,
      record_sequence: sequence === 0 ? null : sequence,
      release_days: config.premiumPublicAfterDays,
      cost_percent: (config.costUnits / 100).toFixed(2),
      ...performance,
      terms_changes: (await listTermChangeRows(database.db, SHOWN_TERM_CHANGES)).map(presentTermChange),
    };
  });

  const listSignalsOfRecord = createRecordSignalsReader({ config, database, clock });
  handle(listRecordSignals, async ({ query: { after }, changesAt }) => {
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    const counted = new Map((await results.listPublic('all')).map((each) => [each.id, each]));
    const { signals, next, changesAt: at } = await listSignalsOfRecord(Number(after));
    changesAt(at);
    const calendar = await getCalendar();
    const overdueEnds = getOverdueEnds(calendar, clock.now());
    // Prices are overdue from the end of a session on.
    changesAt(getSessionEnd(clock.now(), calendar));
    return {
      results: signals.map((each) => ({ ...each, ...presentCounted(counted.get(each.id), overdueEnds) })),
      next,
    };
  });

  const getRecentResults = cacheRecentResults({ database, clock }, results);
  handle(readRecentResults, async ({ query: { signal_type, symbol }, changesAt }) => {
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    changesAt(getSessionEnd(clock.now(), await getCalendar()));
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

  handle(readSealedPublications, async ({ changesAt }) => {
    const today = toKarachiDate(clock.now());
    changesAt(getStartOfDate(addDays(today, 1)));
    return { months: await countSealedPublications(database.db, getStartOfDate(today)) };
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

const SHOWN_TERM_CHANGES = 10;

const presentTermChange = ({ changedAt, changes, figures, sequence }: TermChangeRow): TermsChange => ({
  changed_at: changedAt.toISOString(),
  changes,
  figures,
  sequence: sequence ?? 0,
});

/** A period that does not exist means all. */
const ExportQuery = z.object({ period: z.catch(z.enum(PERFORMANCE_PERIODS), 'all') });

/**
 * Returns a function that reads the public results of the signals of the last 12 months that have ended, and caches them until
 * one changes, the date does, when premium results are released, or a session ends, when prices can be overdue.
 */
function cacheRecentResults(
  { database, clock }: { database: Database; clock: Clock },
  reader: ResultReader,
): () => Promise<readonly RecentResult[]> {
  const getCache = cachedUntilChange(
    database.changes,
    'track-record',
    async (): Promise<Map<string, Promise<readonly RecentResult[]>>> => new Map(),
  );
  const getCalendar = cacheTradingCalendar(database);
  /** The signals of a month whose results are all public are the same array until one of them changes. */
  const months = new WeakMap<readonly SignalResult[], readonly RecentResult[]>();
  const read = async (overdueEnds: OverdueEnds) =>
    (await reader.listPublicMonths('1Y')).months.flatMap(({ signals, isComplete }) => {
      const results = months.get(signals) ?? signals.flatMap((signal) => toResult(signal, overdueEnds));
      if (isComplete) months.set(signals, results);
      return results;
    });
  return async () => {
    const cache = await getCache();
    const overdueEnds = getOverdueEnds(await getCalendar(), clock.now());
    const key = `${toKarachiDate(clock.now())} ${overdueEnds.intraday.limit.getTime()}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const reading = read(overdueEnds);
    cache.set(key, reading);
    reading.catch(() => cache.delete(key));
    return reading;
  };
}

type OverdueEnds = ReturnType<typeof getOverdueEnds>;

function toResult(signal: SignalResult, overdueEnds: OverdueEnds): RecentResult | [] {
  const { signalType, symbol } = signal;
  const outcome = toCountedOutcome(signal, { ...ENDED, overdueEnds: overdueEnds[signalType] });
  const r = getClosedResult(signal);
  switch (outcome.kind) {
    case 'closed':
    case 'not_filled':
      return { signalType, symbol, r, isUnmeasurable: false };
    case 'unproven':
    case 'no_prices':
      return { signalType, symbol, r, isUnmeasurable: true };
    case 'awaiting_prices':
      return outcome.isOverdue ? { signalType, symbol, r, isUnmeasurable: true } : [];
    default:
      return [];
  }
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
        (result === undefined || hasResult(each, result)),
    )
    .toReversed()
    .sort(compareEnds);
}

/** Only those that an administrator's decision ended are not in this order yet, so that sorting compares few of them. */
const compareEnds = (a: SignalResult, b: SignalResult) =>
  a.endedOn === b.endedOn ? 0 : (a.endedOn ?? '') < (b.endedOn ?? '') ? 1 : -1;

function presentPastSignal(signal: SignalResult): PastSignal {
  const { id, signalType, symbol, side, publishedOn, endedOn, isDeleted, decision, override } = signal;
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
    is_voided: decision?.kind === 'void',
    is_overridden: override !== null,
    is_deleted: isDeleted,
  };
}

const NEVER = { validity: new Date(0), limit: new Date(0) };
/** What only signals in progress and comparisons with the index need. */
const ENDED = {
  mark: undefined,
  isClosed: true,
  index: toIndexHistory(new Map()),
  termEnds: NEVER,
  overdueEnds: NEVER,
};

function hasResult(signal: SignalResult, result: PastResult): boolean {
  if (result === 'voided') return signal.decision?.kind === 'void';
  if (result === 'overridden') return signal.override !== null;
  return readResult(signal).result === result;
}

/** Presents what the figures count. */
function presentCounted(
  signal: SignalResult | undefined,
  overdueEnds: OverdueEnds,
): Pick<RecordSignal, 'counts_as' | 'headline_r'> {
  if (!signal) return { counts_as: null, headline_r: null };
  const outcome = toCountedOutcome(signal, { ...ENDED, overdueEnds: overdueEnds[signal.signalType] });
  switch (outcome.kind) {
    case 'closed':
      return { counts_as: 'closed', headline_r: (outcome.r / UNITS_PER_R).toFixed(4) };
    case 'open':
    case 'pending':
      return { counts_as: 'in_progress', headline_r: null };
    case 'awaiting_prices':
      return { counts_as: outcome.isOverdue ? 'overdue' : 'in_progress', headline_r: null };
    default:
      return { counts_as: outcome.kind, headline_r: null };
  }
}

/** Returns the result as the statistics count it. */
function readResult(signal: SignalResult): { result: PastResult; r: RUnits | null } {
  const outcome = toCountedOutcome(signal, ENDED);
  const { isVoided = false } = outcome;
  switch (outcome.kind) {
    case 'closed':
      return { result: outcome.r > 0 ? 'won' : 'lost', r: outcome.r };
    case 'voided':
    case 'not_filled':
      return { result: outcome.kind, r: null };
    default:
      // A void also ends a signal that is still evaluated.
      return { result: isVoided && signal.counted.endedOn === null ? 'voided' : 'not_measurable', r: null };
  }
}

/** Reads the premium signal that ended last of those whose results are public. One that was voided before it ended has no result. */
async function readNewestPremium(
  db: Queryable,
  results: readonly SignalResult[],
): Promise<PremiumSample | null> {
  const newest = results
    .filter(
      ({ signalType, isFreeVoid, counted }) =>
        signalType !== 'intraday' && !isFreeVoid && counted.endedOn !== null,
    )
    .reduce<SignalResult | null>((last, each) => (last && isLater(last, each) ? last : each), null);
  const published = newest && (await listFirstVersions(db, [newest.id])).get(newest.id);
  if (!newest?.endedOn || !published) return null;
  const { id, signalType, symbol, side, publishedOn, endedOn, decision } = newest;
  const r = getClosedResult(newest);
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
    is_voided: decision?.kind === 'void',
    outcome: getOutcome(newest),
    r_multiple: r === null ? null : (r / UNITS_PER_R).toFixed(2),
  };
}

/** Compares when signals ended. If two ended on one date, the one that was published later is the newer one. */
const isLater = (a: SignalResult, b: SignalResult) =>
  (a.endedOn ?? '') === (b.endedOn ?? '')
    ? a.publishedAtMs >= b.publishedAtMs
    : (a.endedOn ?? '') > (b.endedOn ?? '');

function getOutcome({ counted, override }: SignalResult): PremiumSample['outcome'] {
  if (counted === override) return 'overridden';
  const { state, reason } = counted;
  if (state === 'closed') return 'closed';
  const isUnproven = state === 'not_measurable' || reason === 'unproven' || reason === 'no_prices';
  return isUnproven ? 'not_measurable' : 'not_filled';
}
