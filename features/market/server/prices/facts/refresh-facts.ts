import { and, eq, gt, sql } from 'drizzle-orm';
import { isOneOf, toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import { listAdjustmentsOf, listNewestBarsOf } from '#features/market/server/prices/list/prices.queries.ts';
import { companyFacts, priceBars, priceCounts } from '#features/market/server/prices/prices.tables.ts';
import { calculateFacts, MAX_BARS } from './calculate-facts.ts';

/** Their bars are one response of the database, a few megabytes. */
const SYMBOLS_PER_QUERY = 50;

/**
 * Calculates the facts of symbols again, in the transaction that changes their prices, adjustments or dividends. Call it after the change.
 * A symbol without bars has no facts.
 */
export async function refreshFacts(tx: Transaction, changed: Iterable<string>): Promise<void> {
  const symbols = [...new Set(changed)].sort();
  if (symbols.length === 0) return;
  // Of two simultaneous changes of a symbol the later one must read both, so that its facts are those of both.
  await tx.execute(sql`lock table ${companyFacts} in share row exclusive mode`);
  const takeTurns = createTurns();
  for (let from = 0; from < symbols.length; from += SYMBOLS_PER_QUERY) {
    const batch = symbols.slice(from, from + SYMBOLS_PER_QUERY);
    const [barsOf, counts, adjustments] = await Promise.all([
      listNewestBarsOf(tx, batch, MAX_BARS),
      tx.select().from(priceCounts).where(isOneOf(priceCounts.symbol, batch)),
      listAdjustmentsOf(tx, batch),
    ]);
    const countOf = new Map(counts.map(({ symbol, bars }) => [symbol, bars]));
    const adjustmentsOf = Map.groupBy(adjustments, ({ symbol }) => symbol);
    const facts: ReturnType<typeof calculateFacts>[] = [];
    for (const [symbol, bars] of barsOf) {
      const barCount = countOf.get(symbol) ?? bars.length;
      facts.push(calculateFacts({ symbol, bars, barCount, adjustments: adjustmentsOf.get(symbol) ?? [] }));
      await takeTurns();
    }
    await tx.delete(companyFacts).where(isOneOf(companyFacts.symbol, batch));
    for (const rows of toInsertBatches(facts)) await tx.insert(companyFacts).values(rows);
  }
}

/** Marks the facts of symbols as those of earlier prices, which `refreshMissingFacts` calculates again if nothing else does. */
export async function markOutdated(tx: Transaction, symbols: Iterable<string>): Promise<void> {
  const { symbol, bars } = companyFacts;
  const names = [...new Set(symbols)].sort();
  await tx
    .update(companyFacts)
    .set({ bars: sql`-${bars}` })
    .where(and(isOneOf(symbol, names), gt(bars, 0)));
}

/**
 * Calculates the facts of symbols whose last bar or number of bars has changed without them, which servers of releases before the
 * table, statements by hand, and interrupted imports of several batches do.
 */
export async function refreshMissingFacts({ db, transaction }: Pick<Database, 'db' | 'transaction'>) {
  const rows = await db
    .select({ symbol: sql<string>`coalesce(${priceCounts.symbol}, ${companyFacts.symbol})` })
    .from(priceCounts)
    .fullJoin(companyFacts, eq(companyFacts.symbol, priceCounts.symbol))
    .where(
      sql`(${companyFacts.bars}, ${companyFacts.date}, ${companyFacts.close}) is distinct from (${priceCounts.bars},
        (select date from ${priceBars} where ${priceBars.symbol} = ${priceCounts.symbol} order by date desc limit 1),
        (select close from ${priceBars} where ${priceBars.symbol} = ${priceCounts.symbol} order by date desc limit 1))`,
    );
  for (let from = 0; from < rows.length; from += SYMBOLS_PER_QUERY) {
    const symbols = rows.slice(from, from + SYMBOLS_PER_QUERY).map(({ symbol }) => symbol);
    await transaction(async (tx, announce) => {
      announce('prices');
      await refreshFacts(tx, symbols);
    });
  }
}
