import type { FastifyInstance } from 'fastify';
import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import {
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
  readPerformance,
} from '#contract/track-record/performance.ts';
import { readRecentRecord } from '#contract/track-record/recent-record.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readEvaluationState } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { cacheRecentOutcomes } from './cache-recent-outcomes.ts';
import { presentPerformance, presentRecentRecord, selectPeriod } from './present-performance.ts';
import { readRecord } from './read-record.ts';
import { writeRecordCsv } from './record-csv.ts';

export function performanceRoutes(
  api: FastifyInstance,
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  handle(readPerformance, async ({ query: { period }, changesAt }) => {
    const now = clock.now();
    // Premium signals are released at midnight.
    changesAt(getStartOfDate(addDays(toKarachiDate(now), 1)));
    const signals = selectPeriod(await readRecord(database.db, config, now), period, now);
    const state = await readEvaluationState(database.db);
    return {
      period,
      prices_until: state?.pricesUntil ?? null,
      release_days: config.premiumPublicAfterDays,
      cost_percent: (config.costUnits / 100).toFixed(2),
      ...presentPerformance(signals),
    };
  });

  const getRecentOutcomes = cacheRecentOutcomes({ config, database, clock });
  handle(readRecentRecord, async ({ query: { signal_type, symbol }, changesAt }) => {
    changesAt(getStartOfDate(addDays(toKarachiDate(clock.now()), 1)));
    const selected = (await getRecentOutcomes()).filter(
      (each) =>
        (signal_type === undefined || each.signalType === signal_type) &&
        (symbol === undefined || each.symbol === symbol),
    );
    return presentRecentRecord(selected.map(({ outcome }) => outcome));
  });

  api.get(
    '/performance/export.csv',
    { schema: { hide: true }, config: { access: 'open' } },
    async (request, reply) => {
      const now = clock.now();
      const { period } = request.query as Record<string, unknown>;
      const record = selectPeriod(await readRecord(database.db, config, now), parsePeriod(period), now);
      return reply
        .header('Content-Disposition', `attachment; filename="signals-${toKarachiDate(now)}.csv"`)
        .header('Cache-Control', 'no-cache')
        .type('text/csv; charset=utf-8')
        .send(writeRecordCsv(record));
    },
  );
}

const parsePeriod = (value: unknown): PerformancePeriod =>
  PERFORMANCE_PERIODS.find((period) => period === value) ?? 'all';
