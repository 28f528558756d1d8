import type { ImportKind } from '#features/imports/contract/imports.ts';
import { listCompanies } from '#features/market/server/companies.ts';

/** The events are spread over this many weeks before and after the middle one. */
const WEEKS = 50;
const MIDDLE = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;

/** Generates a file in the Tezi layout with events spread over two years. The output is deterministic. */
export function makeFile(kind: ImportKind, rows: number): string {
  const row = kind === 'board-meetings' ? toMeetingLine : toClosureLine;
  const header =
    kind === 'board-meetings'
      ? 'company_name,subject,meeting_date,meeting_time,place'
      : 'company_name,face_value,payout,bc_from,bc_to,note';
  return [header, ...Array.from({ length: rows }, (_, index) => row(index))].join('\n');
}

const toMeetingLine = (index: number) =>
  `Benchmark ${toCompanyNumber(index)} Limited,Accounts for the quarter,${toDate(index)},${10 + (index % 6)}:30,Karachi`;

const toClosureLine = (index: number) =>
  `Benchmark ${toCompanyNumber(index)} Limited,10,${(index % 50) * 5}%(F) (D),${toDate(index)},${toDate(index, 7)},`;

const SYMBOLS = 500;

/** Generates a CSV file with the prices of 500 companies of the directory, day by day. */
export function makePrices(rows: number): string {
  const companies = listCompanies().slice(0, SYMBOLS);
  const lines = Array.from({ length: rows }, (_, index) => {
    const [company, day] = [index % SYMBOLS, Math.floor(index / SYMBOLS)];
    const close = 10_000 + ((company * 7_919) % 90_000) + ((day * 31) % 200);
    const [price, low, high] = [close, close - 10, close + 15].map((paisa) => (paisa / 100).toFixed(2));
    return `${companies[company]?.symbol},${toDate(day)},${price},${high},${low},${price},${1_000 + index}`;
  });
  return ['symbol,date,open,high,low,close,volume', ...lines].join('\n');
}

/** Generates a page of a newspaper with the closures of 500 companies of the directory. */
export function makeNewspaperClosures(rows: number): string {
  const companies = listCompanies().slice(0, SYMBOLS);
  const lines = Array.from({ length: rows }, (_, index) => {
    const [from, to] = [toDate(Math.floor(index / SYMBOLS) * 5), toDate(Math.floor(index / SYMBOLS) * 5, 7)];
    return `${companies[index % SYMBOLS]?.name} | ${from} | ${to} | ${(1 + (index % 50)) * 5}% (F) | | ${to}`;
  });
  const header = 'Name | From | To | Div/Bonus/Right | BC-2 start Ex-Price | AGM/EOGM';
  return ['Dates of Closure of Books & AGMs', header, ...lines].join('\n');
}

const DAYS = WEEKS * 2 * 5;

const toCompanyNumber = (index: number) => Math.floor(index / DAYS);

function toDate(index: number, later = 0): string {
  const weekday = index % DAYS;
  const days = Math.floor(weekday / 5) * 7 + (weekday % 5) - WEEKS * 7 + later;
  return new Date(MIDDLE + days * DAY_MS).toISOString().slice(0, 10);
}
