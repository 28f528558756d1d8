import { listMarketHolidays, removeMarketHoliday, saveMarketHoliday } from '#contract/market-holidays.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { listHolidays } from './holidays.ts';
import { removeHoliday } from './remove-holiday.ts';
import { saveHoliday } from './save-holiday.ts';

export function marketHolidayRoutes(handle: Handle, { database }: Dependencies): void {
  handle(listMarketHolidays, async () => ({ results: await listHolidays(database.read) }));

  handle(saveMarketHoliday, ({ body }) =>
    database.transaction((tx, announce) => {
      const { date, name, is_tentative: isTentative, moved_from: movedFrom = null } = body;
      // Every closure's ex-date is reckoned from them.
      announce('market');
      return saveHoliday(tx, { date, name, isTentative, movedFrom });
    }),
  );

  handle(removeMarketHoliday, ({ params }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      await removeHoliday(tx, params.date);
    }),
  );
}
