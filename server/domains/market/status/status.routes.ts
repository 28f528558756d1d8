import { readMarketStatus } from '#contract/market/status.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listHolidays } from '#server/domains/market/holidays/holidays.ts';
import { cacheTradingCalendar } from '#server/domains/market/schedules/schedules.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import { listMarketPeriods } from './market-periods.ts';

/** Two trading days, for pages that stay open. */
const PERIODS = 8;

export function marketStatusRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const getCalendar = cacheTradingCalendar(database);
  const getNames = cachedUntilChange(
    database.changes,
    'market',
    async () => new Map((await listHolidays(database.db)).map(({ date, name }) => [date, name])),
  );

  handle(readMarketStatus, async ({ changesAt }) => {
    const [calendar, names] = await Promise.all([getCalendar(), getNames()]);
    const now = clock.now();
    const periods = listMarketPeriods(now, calendar, names, PERIODS);
    changesAt(new Date(periods[1]?.from ?? now));
    return { as_of: now.toISOString(), periods };
  });
}
