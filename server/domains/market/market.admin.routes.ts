import { toKarachiDate } from '#contract/dates.ts';
import { removeMarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import {
  addTradingSchedule,
  editTradingSchedule,
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#contract/market/schedules.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { findHoliday, removeHoliday, saveHoliday } from './calendar/holidays.ts';
import { addSchedule, editSchedule, removeSchedule } from './calendar/schedules.ts';

export function adminMarketHolidayRoutes({ handle, database }: RouteDependencies): void {
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

export function adminTradingScheduleRoutes({ handle, database, clock }: RouteDependencies): void {
  const getToday = () => toKarachiDate(clock.now());

  handle(addTradingSchedule, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      // Signals expire at the end of a session.
      announce('market');
      const added = await addSchedule(tx, body, getToday());
      await events.record(tx, {
        kind: 'schedule_saved',
        target: { type: 'schedule', id: added.id },
        details: { label: added.name, ...describeChange({}, describe(added)) },
      });
      return added;
    }),
  );

  handle(editTradingSchedule, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { before, after } = await editSchedule(tx, { id: params.id, ...body }, getToday());
      await events.record(tx, {
        kind: 'schedule_saved',
        target: { type: 'schedule', id: after.id },
        details: { label: after.name, ...describeChange(describe(before), describe(after)) },
      });
      return after;
    }),
  );

  handle(removeTradingSchedule, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { id, name } = await removeSchedule(tx, params.id, getToday());
      await events.record(tx, {
        kind: 'schedule_removed',
        target: { type: 'schedule', id },
        details: { label: name },
      });
    }),
  );
}

/** The fields that the audit log compares, as text. */
const describe = ({ id, monday_to_thursday, friday, ...fields }: TradingSchedule) => ({
  ...fields,
  monday_to_thursday: monday_to_thursday.map(describeSession),
  friday: friday.map(describeSession),
});

const describeSession = ({ pre_open, opens, closes }: TradingSession) =>
  `${opens}-${closes}${pre_open === null ? '' : ` (pre-open ${pre_open})`}`;
