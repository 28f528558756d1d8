import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { importAliases } from '#features/imports/server/imports.tables.ts';
import type { Alias } from '#features/imports/server/parse/aliases.ts';
import { findCompany, findCompanyByName, normalizeCompanyName } from '#features/market/server/companies.ts';
import { listImportedCompanies } from '#features/market/server/market.ts';
import type { FilePlan, ImportFile } from './plan.ts';

export type AliasRow = typeof importAliases.$inferSelect;

/** Far more than administrators choose. */
const MAX_ALIASES = 5_000;

export const listAliasRows = (db: Queryable, limit = MAX_ALIASES): Promise<AliasRow[]> =>
  db.select().from(importAliases).orderBy(desc(importAliases.id)).limit(limit);

export const listAliases = async (db: Queryable): Promise<Alias[]> =>
  (await listAliasRows(db)).map(({ source, name, symbol }) => ({ source, name, symbol }));

/** Returns one of the symbols that the directory does not have, or `null`. */
export async function findUnlistedSymbol(
  db: Queryable,
  symbols: readonly (string | null)[],
): Promise<string | null> {
  const unlisted = symbols.flatMap((symbol) => (symbol && findCompany(symbol) === null ? [symbol] : []));
  if (unlisted.length === 0) return null;
  const imported = new Set((await listImportedCompanies(db)).map(({ symbol }) => symbol));
  return unlisted.find((symbol) => !imported.has(symbol)) ?? null;
}

/** Of other rows nothing is stored. */
const WRITTEN: readonly string[] = ['new', 'changed', 'unchanged'];

/** Stores the chosen companies of names that the file prints, for later files of its source. Returns those that are new. */
export async function saveAliases(
  tx: Transaction,
  { kind, repairs }: Pick<ImportFile, 'kind' | 'repairs'>,
  { layout: source, rows }: Pick<FilePlan, 'layout' | 'rows'>,
  { by, now }: { by: string; now: Date },
): Promise<AliasRow[]> {
  const { companies = [] } = repairs ?? {};
  const written = rows.filter(({ status }) => WRITTEN.includes(status));
  const printed = new Set(
    written.flatMap(({ record }) => (record ? normalizeCompanyName(record.companyName) : [])),
  );
  const isEvent = kind === 'board-meetings' || kind === 'book-closures';
  const symbols = new Set(written.map(({ record }) => record?.symbol ?? null));
  const chosen = new Map(
    companies.flatMap(({ name: printedName, symbol }) => {
      const name = normalizeCompanyName(printedName);
      // The record of a price has the name of the directory.
      const isWritten = isEvent ? printed.has(name) : symbol !== null && symbols.has(symbol);
      if (symbol === null || name === '' || !isWritten) return [];
      // A name of the directory is never remembered as that of another company.
      if ((findCompanyByName(printedName)?.symbol ?? symbol) !== symbol) return [];
      return [[name, { source, name, printedName, symbol, createdAt: now, createdBy: by }] as const];
    }),
  );
  if (chosen.size === 0) return [];
  return tx
    .insert(importAliases)
    .values([...chosen.values()])
    .onConflictDoUpdate({
      target: [importAliases.source, importAliases.name],
      set: {
        symbol: sql`excluded.symbol`,
        printedName: sql`excluded.printed_name`,
        createdAt: now,
        createdBy: by,
      },
      setWhere: sql`${importAliases.symbol} <> excluded.symbol`,
    })
    .returning();
}

export async function removeAlias(tx: Transaction, id: number): Promise<AliasRow | null> {
  const [row] = await tx.delete(importAliases).where(eq(importAliases.id, id)).returning();
  return row ?? null;
}
