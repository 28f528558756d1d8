import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import { PERFORMANCE_PERIODS, readPerformance } from '#contract/track-record/performance.ts';
import { readPremiumSample } from '#contract/track-record/premium-sample.ts';
import { readRecentResults } from '#contract/track-record/recent-results.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar, getSessionEnd } from '#server/domains/market/market.ts';
import { readEvaluationState } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { Caching } from '#server/http/response-cache/send-cached.ts';
import { serveSharedFile } from '#server/http/response-cache/shared-file.ts';
import { cacheRecentResults } from './cache-recent-results.ts';
import { readNewestPremium } from './premium-sample.ts';
import { createPerformanceReader, presentRecentResults } from './present-performance.ts';
import { createResultReader } from './read-results.ts';
import { writeRecordCsv } from './record-csv.ts';

export function performanceRoutes(
  api: FastifyInstance,
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
  caching: Caching,
): void {
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
