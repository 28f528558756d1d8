import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { formatShortDateWithWeekday, type LocalDate } from '#contract/dates.ts';
import type { TradingSchedule } from '#contract/market/schedules.ts';
import { invalidSchedule, noRegularHours, pastHoursChanged } from '#server/domains/market/market.errors.ts';
import { tradingSchedules } from '#server/domains/market/market.tables.ts';
import { orderSchedules } from '#server/domains/market/sessions/trading-schedule.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { findChangedPastDate } from './find-changed-past-date.ts';
import { listSchedules } from './schedules.ts';

/** From this date on every date has hours. */
const FIRST_DATE = '2000-01-01';
const LAST_DATE = '2100-12-31';

type ScheduleBody = Omit<TradingSchedule, 'id'>;

/** Adds a schedule and returns it. */
export async function addSchedule(
  tx: Transaction,
  body: ScheduleBody,
  today: LocalDate,
): Promise<TradingSchedule> {
  const before = await lockSchedules(tx);
  const added = { id: randomUUID(), ...body };
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
});
