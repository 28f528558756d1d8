import { removeMarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { removeHoliday } from './holidays.ts';
import { saveHoliday } from './save-holiday.ts';

export function adminMarketHolidayRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  handle(saveMarketHoliday, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      const { date, name, is_tentative: isTentative, moved_from: movedFrom = null } = body;
      // Ex-dates are calculated from the holidays.
      announce('market');
      const saved = await saveHoliday(tx, { date, name, isTentative, movedFrom });
      const target = { type: 'holiday', id: date };
      await events.record(tx, { kind: 'holiday_saved', target, details: { label: name } });
      return saved;
    }),
  );

  handle(removeMarketHoliday, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      await removeHoliday(tx, params.date);
      await events.record(tx, { kind: 'holiday_removed', target: { type: 'holiday', id: params.date } });
    }),
  );
}
