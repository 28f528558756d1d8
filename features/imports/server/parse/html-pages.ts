import { findCompany, findCompanyOfHeading } from '#features/market/server/companies.ts';
import { COMPANY_COLUMN, indexColumns } from './cells.ts';
import type { HtmlRow } from './html-tables.ts';
import { LEGAL_NAME } from './tables.ts';

/** Returns the symbol in the title of a company's page: `LUCK - Stock quote for Lucky Cement Limited`. */
export function findCompanyOfTitle(html: string): string | null {
  const [, title = ''] = /<title[^>]{0,100}>([^<]{1,300})<\/title>/i.exec(html) ?? [];
  const [symbol = ''] = title.trim().split(/\s+[-–|:]\s+/);
  return findCompany(symbol)?.symbol ?? null;
}

/** Between the name of a company and its table there is a title at most. */
const MAX_TEXTS_BETWEEN = 2;
const MAX_NAME = 80;

/** Finds the company that a line above each table names, on a page with tables of several; '' is one that the directory lacks. */
export function nameTables(content: readonly (HtmlRow[] | string)[]): Map<HtmlRow[], string> {
  const named = new Map<HtmlRow[], string>();
  let last: { symbol: string; at: number } | null = null;
  for (const [at, part] of content.entries()) {
    const isName = typeof part === 'string' && part.length <= MAX_NAME && LEGAL_NAME.test(part);
    const symbol =
      typeof part === 'string'
        ? (findCompanyOfHeading(part)?.symbol ?? (isName ? '' : undefined))
        : undefined;
    if (symbol !== undefined) last = { symbol, at };
    if (typeof part === 'string') continue;
    if (last && at - last.at <= MAX_TEXTS_BETWEEN + 1) named.set(part, last.symbol);
    last = null;
  }
  return new Set(named.values()).size > 1 ? named : new Map();
}

export interface HtmlLines {
  lines: string[];
  isTable: boolean;
  width: number;
}

/**
 * Converts a table to lines with tabs, so that the layouts of text apply. The links of a row become the columns `image` and
 * `document`. Of the text outside of tables only what `isContext` accepts stays, and no other company on the page of one.
 */
export function toLines(
  part: HtmlRow[] | string,
  page: {
    company: string | null;
    isContext: (text: string) => boolean;
    named: string | null;
    isNamed: boolean;
  },
): HtmlLines[] {
  if (typeof part === 'string') {
    const isOther = (page.company !== null || page.isNamed) && findCompanyOfHeading(part) !== null;
    return page.isContext(part) && !isOther ? [{ lines: [part], isTable: false, width: 0 }] : [];
  }
  addSymbols(part, page.named);
  const width = Math.max(...part.map(({ cells }) => cells.length));
  const hasLinks = part.some(({ image, document }) => image !== '' || document !== '');
  // The first of two columns with the same name wins, and a column of documents only has the words of the links.
  const isFirst = part.some((row) => row.isHeader && row.cells.some((cell) => /^documents?$/i.test(cell)));
  const links = hasLinks ? (isFirst ? 'before' : 'after') : null;
  return [{ lines: part.map((row) => toLine(row, width, links)), isTable: true, width }];
}

/** Adds a column with the symbols that the attributes of rows or a line above the table give, unless it has one. */
function addSymbols(rows: HtmlRow[], above: string | null): void {
  const header = rows.find(({ cells }) => cells.filter((cell) => /\p{L}/u.test(cell)).length > 1);
  const columns = header ? [...indexColumns(header.cells).keys()] : [];
  const hasOwn = rows.some(({ symbol }) => symbol !== '');
  const isMissing = hasOwn
    ? !columns.includes('symbol')
    : !columns.some((column) => COMPANY_COLUMN.test(column));
  if (!header || !isMissing || (!hasOwn && above === null)) return;
  const names = header.cells.join('\t');
  for (const row of rows) {
    const given = row.symbol || (hasOwn ? '' : (above ?? ''));
    row.cells.unshift(row.cells.join('\t') === names ? 'symbol' : given);
  }
}

function toLine(
  { cells, image, document, isHeader }: HtmlRow,
  width: number,
  position: 'before' | 'after' | null,
): string {
  const padded = [...cells, ...Array<string>(width - cells.length).fill('')];
  const links = isHeader ? ['image', 'document'] : [image, document];
  const line =
    position === null ? padded : position === 'before' ? [...links, ...padded] : [...padded, ...links];
  return line.map(toCell).join('\t');
}

const toCell = (text: string) => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);
