import { listMarketHolidays } from '#contract/market/holidays.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { listHolidays } from './holidays.ts';

export function marketHolidayRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  handle(listMarketHolidays, async () => ({ results: await listHolidays(database.db) }));
}
