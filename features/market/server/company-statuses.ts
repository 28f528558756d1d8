import { asc, eq } from 'drizzle-orm';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Company } from '#features/market/contract/companies.ts';
import { findCompany, findSectorName, listCompanies } from './companies.ts';
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
      isin: importedCompanies.isin,
    })
    .from(importedCompanies)
    .orderBy(asc(importedCompanies.symbol));

/** The names and sectors of the directory by symbol. */
export interface Companies extends ReadonlyMap<string, Pick<Company, 'name' | 'sector'>> {
  /** The statuses that administrators have entered, also for symbols outside the directory. */
  readonly statusEdits: ReadonlyMap<string, StatusEdit>;
}

/** Returns a function that reads the directory with the imported companies and the entered statuses, and caches it until it changes. */
export const cacheCompanies = ({ db, changes }: Database): (() => Promise<Companies>) =>
  cachedUntilChange(changes, 'market', async () => {
    const companies = new Map<string, Pick<Company, 'name' | 'sector'>>();
    for (const company of listCompanies()) companies.set(company.symbol, company);
    for (const { symbol, name, sectorCode } of await listImportedCompanies(db))
      companies.set(symbol, { name, sector: sectorCode === null ? null : findSectorName(sectorCode) });
    return Object.assign(companies, { statusEdits: await readStatusEdits(db) });
  });

/** Returns whether the directory has a symbol, with the imported ones. */
export async function isInDirectory(db: Queryable, symbol: string): Promise<boolean> {
  if (findCompany(symbol) !== null) return true;
  return (await db.$count(importedCompanies, eq(importedCompanies.symbol, symbol))) > 0;
}

/** Returns the status of a company that an administrator has entered; `null` without one. */
export async function findStatusEdit(db: Queryable, symbol: string): Promise<StatusEdit | null> {
  const [edit] = await db.select().from(companyStatuses).where(eq(companyStatuses.symbol, symbol));
  return edit ?? null;
}

/** Returns the statuses that administrators have entered, by symbol. */
export async function readStatusEdits(db: Queryable): Promise<ReadonlyMap<string, StatusEdit>> {
  const rows = await db.select().from(companyStatuses).orderBy(asc(companyStatuses.symbol));
  return new Map(rows.map(({ symbol, ...edit }) => [symbol, edit]));
}
