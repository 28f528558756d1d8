import { eq } from 'drizzle-orm';
import { isoDate } from '#contract/fields.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';

/** Takes the holiday of that date away. Throws `notFound` where there is none. */
export async function removeHoliday(tx: Transaction, date: string): Promise<void> {
  if (!isoDate.safeParse(date).success) throw notFound();
  const removed = await tx.delete(marketHolidays).where(eq(marketHolidays.date, date)).returning();
  if (removed.length === 0) throw notFound();
}
