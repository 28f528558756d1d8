import { getSignalChecks } from '#contract/signals/signal-checks.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { readSignalChecks } from './read-checks.ts';

export function adminSignalChecksRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  const getCalendar = cacheTradingCalendar(database);

  handle(getSignalChecks, async ({ query }) =>
    readSignalChecks(database.db, query.symbol, {
      calendar: await getCalendar(),
      minRewardToRisk: config.minRewardToRisk,
      now: clock.now(),
    }),
  );
}
