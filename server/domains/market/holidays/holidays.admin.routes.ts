import { removeMarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { findHoliday, removeHoliday } from './holidays.ts';
import { saveHoliday } from './save-holiday.ts';

export function adminMarketHolidayRoutes(handle: Handle, { database }: Pick<Dependencies, 'database'>): void {
  handle(saveMarketHoliday, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      const { date, name, is_tentative: isTentative, moved_from: movedFrom = null } = body;
      // Ex-dates are calculated from the holidays.
      announce('market');
      const before = await findHoliday(tx, movedFrom ?? date);
      const saved = await saveHoliday(tx, { date, name, isTentative, movedFrom });
      const target = { type: 'holiday', id: date };
      await events.record(tx, {
        kind: 'holiday_saved',
        target,
        details: { label: name, ...describeChange(before ?? {}, saved) },
      });
      return saved;
    }),
  );

  handle(removeMarketHoliday, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { name } = await removeHoliday(tx, params.date);
      const target = { type: 'holiday', id: params.date };
      await events.record(tx, { kind: 'holiday_removed', target, details: { label: name } });
    }),
  );
}
