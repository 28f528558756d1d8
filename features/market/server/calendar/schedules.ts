import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addDays, formatShortDateWithWeekday, type LocalDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { MarketHoliday } from '#features/market/contract/holidays.ts';
import type { TradingSchedule } from '#features/market/contract/schedules.ts';
import { tradingSchedules } from '#features/market/server/market.tables.ts';
import { type Holidays, isWeekend, toHolidays } from '#features/market/server/trading-days.ts';
import { listHolidays } from './holidays.ts';
import { getSessions, orderSchedules, type Schedules, type TradingCalendar } from './sessions.ts';
import { listBankHolidays, listSettlementDates } from './settlement.ts';

/** Returns a function that reads the holidays and trading hours of the exchange and caches them until they change. */
export const cacheTradingCalendar = ({ db, changes }: Database): (() => Promise<TradingCalendar>) =>
  cachedUntilChange(changes, 'market', () => readTradingCalendar(db));

/** Reads the holidays and trading hours of the exchange. */
export async function readTradingCalendar(db: Queryable): Promise<TradingCalendar> {
  return {
    holidays: await readHolidays(db),
    schedules: await listSchedules(db),
  };
}

/** Returns all schedules in order of precedence: of those that contain a date the last one applies. */
export async function listSchedules(db: Queryable): Promise<TradingSchedule[]> {
  return orderSchedules((await db.select().from(tradingSchedules)).map(presentSchedule));
}

const presentSchedule = ({
  id,
  name,
  validFrom,
  validTo,
  mondayToThursday,
  friday,
  isTentative,
}: typeof tradingSchedules.$inferSelect): TradingSchedule => ({
  id,
  name,
  valid_from: validFrom,
  valid_to: validTo,
  monday_to_thursday: mondayToThursday,
  friday,
  is_tentative: isTentative,
});

/** From this date on every date has hours. */
const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2100-12-31';

type ScheduleBody = Omit<TradingSchedule, 'id' | 'is_tentative'> & { is_tentative?: boolean | undefined };

/** Adds a schedule and returns it. */
export async function addSchedule(
  tx: Transaction,
  body: ScheduleBody,
  today: LocalDate,
): Promise<TradingSchedule> {
  const before = await lockSchedules(tx);
  const added = { id: randomUUID(), ...body, is_tentative: body.is_tentative ?? false };
  checkDates(added, before);
  checkChange(before, [...before, added], today);
  await tx.insert(tradingSchedules).values(toRow(added));
  return added;
}

/** Changes a schedule. Throws `notFound` if there is none with this ID. */
export async function editSchedule(
  tx: Transaction,
  changed: TradingSchedule,
  today: LocalDate,
): Promise<{ before: TradingSchedule; after: TradingSchedule }> {
  const schedules = await lockSchedules(tx);
  const before = schedules.find(({ id }) => id === changed.id);
  if (!before) throw notFound();
  const others = schedules.filter((other) => other !== before);
  checkDates(changed, others);
  checkChange(schedules, [...others, changed], today);
  await tx.update(tradingSchedules).set(toRow(changed)).where(eq(tradingSchedules.id, changed.id));
  return { before, after: changed };
}

/** Removes a schedule and returns it. Throws `notFound` if there is none with this ID. */
export async function removeSchedule(
  tx: Transaction,
  id: string,
  today: LocalDate,
): Promise<TradingSchedule> {
  const before = await lockSchedules(tx);
  const removed = before.find((schedule) => schedule.id === id);
  if (!removed) throw notFound();
  checkChange(
    before,
    before.filter((schedule) => schedule !== removed),
    today,
  );
  await tx.delete(tradingSchedules).where(eq(tradingSchedules.id, id));
  return removed;
}

/** Each change is checked against all schedules, so two must not run at the same time. */
async function lockSchedules(tx: Transaction): Promise<TradingSchedule[]> {
  await tx.select({ id: tradingSchedules.id }).from(tradingSchedules).for('update');
  return listSchedules(tx);
}

function checkDates({ valid_from, valid_to }: TradingSchedule, others: readonly TradingSchedule[]): void {
  if (valid_from < FIRST_DATE || valid_from > LAST_DATE)
    throw invalidSchedule('valid_from', 'Enter a date from 2000 to 2100.');
  if (valid_to !== null && valid_to < valid_from)
    throw invalidSchedule('valid_to', 'The last date must not be before the first.');
  if (valid_to !== null && valid_to > LAST_DATE)
    throw invalidSchedule('valid_to', 'Enter a date from 2000 to 2100.');
  const same = others.find((other) => other.valid_from === valid_from && other.valid_to === valid_to);
  if (same) throw invalidSchedule('valid_from', `“${same.name}” has the same dates. Change that schedule.`);
}

function checkChange(before: TradingSchedule[], after: TradingSchedule[], today: LocalDate): void {
  if (!after.some(({ valid_from, valid_to }) => valid_to === null && valid_from <= FIRST_DATE))
    throw noRegularHours();
  const changed = findChangedPastDate(orderSchedules(before), orderSchedules(after), {
    from: FIRST_DATE,
    today,
  });
  if (changed) throw pastHoursChanged(formatShortDateWithWeekday(changed));
}

const toRow = ({ id, name, ...rest }: TradingSchedule): typeof tradingSchedules.$inferInsert => ({
  id,
  name,
  validFrom: rest.valid_from,
  validTo: rest.valid_to,
  mondayToThursday: rest.monday_to_thursday,
  friday: rest.friday,
  isTentative: rest.is_tentative,
});

/**
 * Returns the last weekday before today whose sessions a change of the schedules would change; `null` if there is none. Signals of
 * past days expired by the hours of those days. Dates before `from` are not compared.
 */
export function findChangedPastDate(
  before: Schedules,
  after: Schedules,
  { from, today }: { from: LocalDate; today: LocalDate },
): LocalDate | null {
  for (let date = addDays(today, -1); date >= from; date = addDays(date, -1))
    if (!isWeekend(date) && describe(date, before) !== describe(date, after)) return date;
  return null;
}

const describe = (date: LocalDate, schedules: Schedules) => JSON.stringify(getSessions(date, schedules));

const invalidSchedule = (field: 'valid_from' | 'valid_to', message: string) =>
  new HttpError({ status: 400, code: 'invalid_schedule', body: { [field]: [message] } });

const noRegularHours = () =>
  new HttpError({
    status: 400,
    code: 'no_regular_hours',
    body: {
      detail:
        'The regular hours from 1 Jan 2000 without an end are the basis of all others. Add a schedule that overrides them.',
    },
  });

const pastHoursChanged = (date: string) =>
  new HttpError({
    status: 400,
    code: 'past_hours_changed',
    body: {
      detail: `This would change the hours of ${date}, which is over, and with them when its signals expired. End a schedule today or later, and add one that starts today or later.`,
    },
  });

/** The holidays with what explains the dates that follow from them. */
export interface ExplainedHolidays extends Holidays {
  exchangeDays: ReadonlyMap<LocalDate, MarketHoliday>;
  bankDays: ReadonlyMap<LocalDate, MarketHoliday>;
  /** The days of either whose dates are expected, not confirmed. */
  tentative: ReadonlySet<LocalDate>;
  /** The notices of `settlementDates`, by the date of the trade. */
  notices: ReadonlyMap<LocalDate, string>;
}

/** Returns a function that reads the holidays and caches them until they change. */
export const cacheHolidays = ({ db, changes }: Database): (() => Promise<ExplainedHolidays>) =>
  cachedUntilChange(changes, 'market', () => readHolidays(db));

/** Reads the holidays of the exchange and of banks, and the published settlement dates. */
async function readHolidays(db: Queryable): Promise<ExplainedHolidays> {
  const exchange = await listHolidays(db);
  const banks = await listBankHolidays(db);
  const settlements = await listSettlementDates(db);
  const toDates = (days: readonly MarketHoliday[]) => days.map(({ date }) => date);
  const byDate = (days: readonly MarketHoliday[]) => new Map(days.map((day) => [day.date, day]));
  return {
    ...toHolidays(
      toDates(exchange),
      toDates(banks),
      settlements.map((row) => [row.trade_date, row.settlement_date] as const),
    ),
    exchangeDays: byDate(exchange),
    bankDays: byDate(banks),
    tentative: new Set(toDates([...exchange, ...banks].filter((day) => day.is_tentative))),
    notices: new Map(settlements.map((row) => [row.trade_date, row.notice])),
  };
}
