import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database.ts';
import { findCompany } from './companies.ts';
import type { StatusEdit } from './company-status.ts';
import { companyStatuses, importedCompanies } from './market.tables.ts';

/** Lists the companies that imports added to the directory or changed, by symbol. */
export const listImportedCompanies = (db: Queryable) =>
  db
    .select({
      id: importedCompanies.id,
      symbol: importedCompanies.symbol,
      name: importedCompanies.name,
      sectorCode: importedCompanies.sectorCode,
    })
    .from(importedCompanies)
    .orderBy(asc(importedCompanies.symbol));

/** Returns whether the directory has a symbol, with the imported ones. */
export async function isInDirectory(db: Queryable, symbol: string): Promise<boolean> {
  if (findCompany(symbol) !== null) return true;
  return (await db.$count(importedCompanies, eq(importedCompanies.symbol, symbol))) > 0;
}

/** Returns the statuses that administrators have entered, by symbol. */
export async function readStatusEdits(db: Queryable): Promise<ReadonlyMap<string, StatusEdit>> {
  const rows = await db.select().from(companyStatuses).orderBy(asc(companyStatuses.symbol));
  return new Map(rows.map(({ symbol, ...edit }) => [symbol, edit]));
}
