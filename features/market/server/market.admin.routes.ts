import { toKarachiDate } from '#core/contract/dates.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  importMarketNotice,
  type NoticeDay,
  readMarketNotice,
  removeBankHoliday as removeBankHolidayEndpoint,
  removeMarketHoliday,
  removeSettlementDate as removeSettlementDateEndpoint,
  saveBankHoliday as saveBankHolidayEndpoint,
  saveMarketHoliday,
  saveSettlementDate as saveSettlementDateEndpoint,
} from '#features/market/contract/holiday-changes.ts';
import {
  addTradingSchedule,
  editTradingSchedule,
  removeTradingSchedule,
  type TradingSchedule,
  type TradingSession,
} from '#features/market/contract/schedules.ts';
import {
  findHoliday,
  listHolidays,
  removeHoliday,
  removeHolidayIfAny,
  saveHoliday,
} from './calendar/holidays.ts';
import { findReplaced, readNotice } from './calendar/read-notice.ts';
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

/** Notices of the exchange, of the State Bank and of the clearing company. */
export function adminMarketNoticeRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(readMarketNotice, async ({ body }) => {
    const reading = readNotice(body.text, Number(toKarachiDate(clock.now()).slice(0, 4)));
    return { ...reading, replaced: findReplaced(reading.holidays, await listHolidays(database.db)) };
  });

  handle(importMarketNotice, ({ body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const { notice } = body;
      for (const date of body.removed) await removeHolidayIfAny(tx, date);
      const toRow = ({ is_tentative: isTentative, ...day }: NoticeDay) => ({
        ...day,
        isTentative,
        notice,
        movedFrom: null,
      });
      for (const day of body.holidays) await saveHoliday(tx, toRow(day));
      for (const day of body.bank_holidays) await saveBankHoliday(tx, toRow(day));
      for (const row of body.settlement_dates) await saveSettlementDate(tx, { ...row, notice });
      const toDates = (days: readonly NoticeDay[]) => days.map(({ date }) => date).join(' ');
      await events.record(tx, {
        kind: 'market_notice_imported',
        target: { type: 'market_notice', id: notice },
        details: {
          label: notice,
          ...describeChange(
            { removed: null },
            {
              holidays: toDates(body.holidays) || null,
              bank_holidays: toDates(body.bank_holidays) || null,
              settlement_dates: body.settlement_dates.map((row) => row.trade_date).join(' ') || null,
              removed: body.removed.join(' ') || null,
            },
          ),
        },
      });
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
