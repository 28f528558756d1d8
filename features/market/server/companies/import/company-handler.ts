import type { LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  createRowHistory,
  type FieldChange,
  type ImportFile,
  type KindHandler,
  PlanBuilder,
  type StoredRow,
} from '#features/imports/server/imports.ts';
import { createFileParser } from '#features/imports/server/parsing.ts';
import {
  findCompany,
  findSectorName,
  listCompanies,
  normalizeCompanyName,
} from '#features/market/server/companies.ts';
import { listImportedCompanies } from '#features/market/server/market.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import type { CompanyRecord } from './symbols-layout.ts';

/** `id` is that of the row of an earlier import; `null` adds one. */
interface CompanyWrite {
  id: number | null;
  symbol: string;
  name: string;
  sectorCode: string | null;
  isin: string | null;
}

const TABLE = {
  name: 'imported_companies',
  id: ['id'],
  key: ['symbol'],
  columns: ['symbol', 'name', 'sector_code', 'isin', 'updated_at'],
};
const BATCH_SIZE = 250;
const NO_DATES: readonly LocalDate[] = [];

const parseFile = createFileParser<CompanyRecord>(new URL('./company-file-worker.ts', import.meta.url));

/**
 * Imports the exchange's list of symbols: new companies are added to the directory, and changed names, sectors and ISINs replace those
 * of the directory. Companies that the list does not have stay.
 */
export function createCompanyHandler(): Record<'companies', KindHandler<CompanyWrite, CompanyRecord>> {
  const history = createRowHistory('companies', TABLE);
  return {
    companies: {
      ...history,
      topic: 'market',
      batchSize: BATCH_SIZE,
      plan: planCompanies,
      async write(tx, { importId, now }, writes) {
        const toRow = ({ id, symbol, name, sectorCode, isin }: CompanyWrite): StoredRow => ({
          ...(id === null ? {} : { id }),
          symbol,
          name,
          sector_code: sectorCode,
          isin,
          updated_at: now.toISOString(),
        });
        const [added, changed] = [true, false].map((isNew) =>
          writes.filter(({ id }) => (id === null) === isNew).map(toRow),
        );
        await history.insert(tx, importId, added ?? []);
        await history.change(tx, importId, changed ?? []);
      },
      summarize: ({ values: { sectorCode } }) =>
        sectorCode === undefined ? 'No sector' : (findSectorName(sectorCode) ?? sectorCode),
      presentValue: (field, value) =>
        field === 'sectorCode'
          ? { field: 'sector', value: value === null ? '' : (findSectorName(value) ?? value) }
          : { field, value: value ?? '' },
    },
  };
}

async function planCompanies(db: Queryable, file: ImportFile) {
  const { rows, ...layout } = await parseFile(file, { holidays: toHolidays(NO_DATES) });
  const imported = new Map((await listImportedCompanies(db)).map((row) => [row.symbol, row]));
  const symbols = mapNamesToSymbols(imported);
  const isins = new Map([...imported.values()].map(({ isin, symbol }) => [isin, symbol]));
  const plan = new PlanBuilder<CompanyWrite, CompanyRecord>();
  const first = new Map<string, { line: number; values: string }>();
  for (const row of rows) {
    if ('omission' in row) {
      plan.add(row, { status: 'left_out', reason: row.omission });
      continue;
    }
    if ('rejection' in row) {
      plan.add(row, { status: 'rejected', reason: row.rejection });
      continue;
    }
    const { symbol, canAdd, values, doubts = [] } = row.record;
    const earlier = first.get(symbol);
    const text = JSON.stringify(values);
    if (earlier && earlier.values !== text) {
      plan.add(row, { status: 'rejected', reason: `Line ${earlier.line} has other values for ${symbol}.` });
      continue;
    }
    first.set(symbol, { line: row.line, values: text });
    const stored = imported.get(symbol);
    const ofCode = findCompany(symbol);
    const before =
      stored ?? (ofCode && { name: ofCode.name, sectorCode: ofCode.sector_code, isin: ofCode.isin });
    if (!before && !canAdd) {
      plan.add(row, {
        status: 'left_out',
        reason: `${symbol} is not in the directory. Import it with a list that has isDebt.`,
      });
      continue;
    }
    const after = {
      name: values.name,
      sectorCode: values.sectorCode ?? before?.sectorCode ?? null,
      isin: values.isin ?? before?.isin ?? null,
    };
    const holder = (values.isin && isins.get(values.isin)) || symbol;
    if (values.isin) isins.set(values.isin, symbol);
    const isinDoubts =
      holder === symbol
        ? []
        : [`${holder} has the ISIN ${values.isin}. Confirm that it is now that of ${symbol}.`];
    const changes = before ? listChanges(before, after) : [];
    if (earlier || (before && changes.length === 0)) plan.add(row, { status: 'unchanged' });
    else
      plan.addWrite(
        row,
        { id: stored?.id ?? null, symbol, ...after },
        {
          status: before ? 'changed' : 'new',
          changes,
          doubts: [
            ...doubts,
            ...isinDoubts,
            ...(before?.name === after.name
              ? []
              : listNameDoubts({ symbol, before: before?.name ?? null, after: after.name }, symbols)),
          ],
        },
      );
  }
  return plan.finish(layout);
}

type Named = Pick<CompanyWrite, 'name' | 'sectorCode' | 'isin'>;

const listChanges = (before: Named, after: Named): FieldChange[] =>
  (['name', 'sectorCode', 'isin'] as const).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: before[field], after: after[field] }],
  );

function mapNamesToSymbols(imported: ReadonlyMap<string, { name: string }>): Map<string, string> {
  const symbols = new Map<string, string>();
  for (const { symbol, name } of listCompanies())
    symbols.set(normalizeCompanyName(imported.get(symbol)?.name ?? name), symbol);
  for (const [symbol, { name }] of imported) symbols.set(normalizeCompanyName(name), symbol);
  return symbols;
}

/**
 * A symbol that the exchange gave to another company, or a row with the name of the next one, would otherwise take over the news and
 * prices of a company unnoticed.
 */
function listNameDoubts(
  { symbol, before, after }: { symbol: string; before: string | null; after: string },
  symbols: ReadonlyMap<string, string>,
): string[] {
  const [old, now] = [before && normalizeCompanyName(before), normalizeCompanyName(after)];
  const holder = symbols.get(now);
  if (holder !== undefined && holder !== symbol)
    return [`${holder} has this name. Confirm that ${symbol} has it too.`];
  if (old === null || old === now || now.startsWith(`${old} `) || old.startsWith(`${now} `)) return [];
  return [`The name was ${before}. Confirm that the company was renamed and is not another one.`];
}
