import { listTradingSchedules } from '#contract/market/schedules.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { listSchedules } from './schedules.ts';

export function tradingScheduleRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  handle(listTradingSchedules, async () => ({ results: await listSchedules(database.db) }));
}
