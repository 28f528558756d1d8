import { asc, eq } from 'drizzle-orm';
import { addDays, formatShortDateWithWeekday, type LocalDate } from '#core/contract/dates.ts';
import { isoDate } from '#core/contract/fields.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { MarketHoliday, SettlementDate } from '#features/market/contract/holidays.ts';
import { bankHolidays, settlementDates } from '#features/market/server/market.tables.ts';
import { isWeekend } from '#features/market/server/trading-days.ts';
import { checkHolidayDate } from './holidays.ts';

/** Returns the weekdays on which banks are closed, by date. */
export async function listBankHolidays(db: Queryable): Promise<MarketHoliday[]> {
  const rows = await db.select().from(bankHolidays).orderBy(asc(bankHolidays.date));
  return rows.map(presentBankHoliday);
}

export async function findBankHoliday(db: Queryable, date: LocalDate): Promise<MarketHoliday | null> {
  const [row] = await db.select().from(bankHolidays).where(eq(bankHolidays.date, date));
  return row ? presentBankHoliday(row) : null;
}

const presentBankHoliday = ({ isTentative, ...day }: typeof bankHolidays.$inferSelect): MarketHoliday => ({
  ...day,
  is_tentative: isTentative,
});

/**
 * Adds or changes the bank holiday on a date; `movedFrom` is the date that it moves from. Throws `holidayOnWeekend` and
 * `holidayOutOfRange`.
 */
export async function saveBankHoliday(
  tx: Transaction,
  { movedFrom, ...day }: typeof bankHolidays.$inferSelect & { movedFrom: string | null },
): Promise<MarketHoliday> {
  checkHolidayDate(day.date);
  if (movedFrom !== null && movedFrom !== day.date)
    await tx.delete(bankHolidays).where(eq(bankHolidays.date, movedFrom));
  const { date: _, ...set } = day;
  await tx.insert(bankHolidays).values(day).onConflictDoUpdate({ target: bankHolidays.date, set });
  return presentBankHoliday(day);
}

/** Removes the bank holiday on a date and returns it. Throws `notFound` if there is none. */
export async function removeBankHoliday(tx: Transaction, date: string): Promise<MarketHoliday> {
  if (!isoDate.safeParse(date).success) throw notFound();
  const [removed] = await tx.delete(bankHolidays).where(eq(bankHolidays.date, date)).returning();
  if (!removed) throw notFound();
  return presentBankHoliday(removed);
}

/** Returns the published settlement dates, by the date of the trade. */
export async function listSettlementDates(db: Queryable): Promise<SettlementDate[]> {
  const rows = await db.select().from(settlementDates).orderBy(asc(settlementDates.tradeDate));
  return rows.map(presentSettlementDate);
}

export async function findSettlementDate(db: Queryable, date: LocalDate): Promise<SettlementDate | null> {
  const [row] = await db.select().from(settlementDates).where(eq(settlementDates.tradeDate, date));
  return row ? presentSettlementDate(row) : null;
}

const presentSettlementDate = (row: typeof settlementDates.$inferSelect): SettlementDate => ({
  trade_date: row.tradeDate,
  settlement_date: row.settlementDate,
  notice: row.notice,
});

/** With the longest holidays, a trade settles within this many days. */
const MAX_SETTLEMENT_DAYS = 21;

/** Adds or changes the settlement date of the trades of a date. Throws `invalidSettlementDate`. */
export async function saveSettlementDate(tx: Transaction, row: SettlementDate): Promise<void> {
  const problem = describeProblem(row);
  if (problem) throw invalidSettlementDate(problem);
  const values = { settlementDate: row.settlement_date, notice: row.notice };
  await tx
    .insert(settlementDates)
    .values({ tradeDate: row.trade_date, ...values })
    .onConflictDoUpdate({ target: settlementDates.tradeDate, set: values });
}

/** Returns why trades of a date cannot settle on another one; `null` if they can. */
export function describeProblem({
  trade_date: trade,
  settlement_date: settlement,
}: Omit<SettlementDate, 'notice'>) {
  for (const date of [trade, settlement])
    if (isWeekend(date)) return `${formatShortDateWithWeekday(date)} is a weekend. Enter weekdays.`;
  if (settlement <= trade) return 'Trades settle after their own date. Enter a later settlement date.';
  if (settlement > addDays(trade, MAX_SETTLEMENT_DAYS))
    return `Trades settle within ${MAX_SETTLEMENT_DAYS} days. Check both dates.`;
  return null;
}

const invalidSettlementDate = (problem: string) =>
  new HttpError({ status: 400, code: 'invalid_settlement_date', body: { settlement_date: [problem] } });

/** Removes the published settlement date of the trades of a date and returns it. Throws `notFound` if there is none. */
export async function removeSettlementDate(tx: Transaction, date: string): Promise<SettlementDate> {
  if (!isoDate.safeParse(date).success) throw notFound();
  const [removed] = await tx.delete(settlementDates).where(eq(settlementDates.tradeDate, date)).returning();
  if (!removed) throw notFound();
  return presentSettlementDate(removed);
}
