import { toKarachiDate } from '#contract/dates.ts';
import { removeMarketHoliday, saveMarketHoliday } from '#contract/market/holidays.ts';
import {
  addTradingSchedule,
  editTradingSchedule,
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#contract/market/schedules.ts';
import {
  removeBankHoliday as removeBankHolidayEndpoint,
  removeSettlementDate as removeSettlementDateEndpoint,
  saveBankHoliday as saveBankHolidayEndpoint,
  saveSettlementDate as saveSettlementDateEndpoint,
} from '#contract/market/settlement.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { findHoliday, removeHoliday, saveHoliday } from './calendar/holidays.ts';
import { addSchedule, editSchedule, removeSchedule } from './calendar/schedules.ts';
import {
  findBankHoliday,
  findSettlementDate,
  removeBankHoliday,
  removeSettlementDate,
  saveBankHoliday,
  saveSettlementDate,
} from './calendar/settlement.ts';

export function adminMarketHolidayRoutes({ handle, database }: RouteDependencies): void {
  handle(saveMarketHoliday, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      const { date, name, is_tentative: isTentative, moved_from: movedFrom = null, notice = null } = body;
      // Ex-dates are calculated from the holidays.
      announce('market');
      const before = await findHoliday(tx, movedFrom ?? date);
      const saved = await saveHoliday(tx, { date, name, isTentative, notice, movedFrom });
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

/** The days on which trades do not settle, and the settlement dates that the clearing company published. */
export function adminSettlementRoutes({ handle, database }: RouteDependencies): void {
  handle(saveBankHolidayEndpoint, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      const { date, name, is_tentative: isTentative, moved_from: movedFrom = null, notice = null } = body;
      announce('market');
      const before = await findBankHoliday(tx, movedFrom ?? date);
      const saved = await saveBankHoliday(tx, { date, name, isTentative, notice, movedFrom });
      await events.record(tx, {
        kind: 'bank_holiday_saved',
        target: { type: 'bank_holiday', id: date },
        details: { label: name, ...describeChange(before ?? {}, saved) },
      });
      return saved;
    }),
  );

  handle(removeBankHolidayEndpoint, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { name } = await removeBankHoliday(tx, params.date);
      const target = { type: 'bank_holiday', id: params.date };
      await events.record(tx, { kind: 'bank_holiday_removed', target, details: { label: name } });
    }),
  );

  handle(saveSettlementDateEndpoint, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const before = await findSettlementDate(tx, body.trade_date);
      await saveSettlementDate(tx, body);
      await events.record(tx, {
        kind: 'settlement_date_saved',
        target: { type: 'settlement_date', id: body.trade_date },
        details: { label: body.settlement_date, ...describeChange(before ?? {}, body) },
      });
      return body;
    }),
  );

  handle(removeSettlementDateEndpoint, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { settlement_date: label } = await removeSettlementDate(tx, params.date);
      const target = { type: 'settlement_date', id: params.date };
      await events.record(tx, { kind: 'settlement_date_removed', target, details: { label } });
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
      const { before, after } = await editSchedule(
        tx,
        { id: params.id, ...body, is_tentative: body.is_tentative ?? false },
        getToday(),
      );
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
