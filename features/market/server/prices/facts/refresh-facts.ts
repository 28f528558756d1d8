import { and, eq, or, sql } from 'drizzle-orm';
import { isOneOf, toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import { hasBusyImport } from '#features/imports/server/imports.ts';
import { listAdjustmentsOf, listNewestBarsOf } from '#features/market/server/prices/list/prices.queries.ts';
import { companyFacts, priceBars, priceCounts } from '#features/market/server/prices/prices.tables.ts';
import { calculateFacts, MAX_BARS, needsAllBars } from './calculate-facts.ts';

/** Their bars are one response of the database, a few megabytes. */
const SYMBOLS_PER_QUERY = 50;

/**
 * Calculates the facts of symbols again, in the transaction that changes their prices, adjustments or dividends. Call it after the change.
 * A symbol without bars has no facts.
 */
export async function refreshFacts(tx: Transaction, changed: Iterable<string>): Promise<void> {
  const symbols = [...new Set(changed)].sort();
  if (symbols.length === 0) return;
  await waitLonger(tx);
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
    for (const [symbol, newest] of barsOf) {
      const barCount = countOf.get(symbol) ?? newest.length;
      const all = needsAllBars(newest) ? await listNewestBarsOf(tx, [symbol], barCount) : null;
      const bars = all?.get(symbol) ?? newest;
      facts.push(calculateFacts({ symbol, bars, barCount, adjustments: adjustmentsOf.get(symbol) ?? [] }));
      await takeTurns();
    }
    await tx.delete(companyFacts).where(isOneOf(companyFacts.symbol, batch));
    for (const rows of toInsertBatches(facts)) await tx.insert(companyFacts).values(rows);
  }
}

/** A simultaneous change of 500 symbols takes a second or more, and longer on a busy server. */
const waitLonger = (tx: Transaction) => tx.execute(sql`set local lock_timeout = '12s'`);

/** Marks the facts of symbols, which `refreshOutdatedFacts` calculates again if the import does not complete. */
export async function markOutdated(tx: Transaction, symbols: Iterable<string>): Promise<void> {
  const names = [...new Set(symbols)].sort();
  const { symbol, isOutdated } = companyFacts;
  await waitLonger(tx);
  // Each batch has the same symbols.
  await tx
    .update(companyFacts)
    .set({ isOutdated: true })
    .where(and(isOneOf(symbol, names), eq(isOutdated, false)));
}

/**
 * Calculates the facts of symbols that an interrupted import has marked, and of those whose last bar or number of bars has changed without
 * them, which servers of releases before the table and statements by hand do. Does nothing during an import.
 */
export async function refreshOutdatedFacts({ db, transaction }: Pick<Database, 'db' | 'transaction'>) {
  if (await hasBusyImport(db)) return;
  const rows = await db
    .select({ symbol: sql<string>`coalesce(${priceCounts.symbol}, ${companyFacts.symbol})` })
    .from(priceCounts)
    .fullJoin(companyFacts, eq(companyFacts.symbol, priceCounts.symbol))
    .where(
      or(
        companyFacts.isOutdated,
        sql`(${companyFacts.bars}, ${companyFacts.date}, ${companyFacts.close}) is distinct from (${priceCounts.bars},
        (select date from ${priceBars} where ${priceBars.symbol} = ${priceCounts.symbol} order by date desc limit 1),
        (select close from ${priceBars} where ${priceBars.symbol} = ${priceCounts.symbol} order by date desc limit 1))`,
      ),
    );
  for (let from = 0; from < rows.length; from += SYMBOLS_PER_QUERY) {
    const symbols = rows.slice(from, from + SYMBOLS_PER_QUERY).map(({ symbol }) => symbol);
    await transaction(async (tx, announce) => {
      announce('prices');
      await refreshFacts(tx, symbols);
    });
  }
}
