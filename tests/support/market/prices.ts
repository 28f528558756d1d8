import { and, desc, eq, lt } from 'drizzle-orm';
import { imports } from '#features/imports/server/imports.tables.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/**
 * Stores bars in rupees by date: open, high, low, close. They look like sample prices unless they are imported. The previous close is
 * that of the bar before, so that dates without a bar are days without trades, unless a source without it is simulated.
 */
export async function storeBars(
  { database, clock }: TestApp,
  symbol: string,
  bars: Record<string, [open: number, high: number, low: number, close: number]>,
  { areImported = false, hasPreviousCloses = true } = {},
): Promise<void> {
  await database.transaction(async (tx, announce) => {
    announce('prices');
    const counts = { total: 1, done: 1, new: 1, changed: 0, unchanged: 0, rejected: 0 };
    const times = { startedAt: clock.now(), aliveAt: clock.now(), finishedAt: clock.now() };
    const file = { kind: 'prices' as const, fileName: 'test.csv', layout: 'test', importedBy: 'test' };
    const [added] = await tx
      .insert(imports)
      .values({ ...file, ...times, ...counts, status: 'done' })
      .returning();
    for (const [date, prices] of Object.entries(bars)) {
      const [open, high, low, close] = prices.map((price) => price * 100) as typeof prices;
      const [before] = hasPreviousCloses
        ? await tx
            .select({ close: priceBars.close })
            .from(priceBars)
            .where(and(eq(priceBars.symbol, symbol), lt(priceBars.date, date)))
            .orderBy(desc(priceBars.date))
            .limit(1)
        : [];
      const row = {
        previousClose: before?.close ?? null,
        open,
        high,
        low,
        close,
        volume: 1000,
        importId: areImported ? (added?.id ?? null) : null,
      };
      await tx
        .insert(priceBars)
        .values({ symbol, date, ...row })
        .onConflictDoUpdate({ target: [priceBars.symbol, priceBars.date], set: row });
    }
  });
}
