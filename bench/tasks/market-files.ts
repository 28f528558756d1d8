import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getLastSessionEnd } from '#features/market/server/calendar/sessions.ts';
import { findCompany, listCompanies } from '#features/market/server/companies.ts';
import {
  getNextTradingDay,
  getPreviousTradingDay,
  toHolidays,
} from '#features/market/server/trading-days.ts';
import { PUBLISHED_SCHEDULES } from '#tests/support/market/market.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const HISTORY_DAYS = 40;

/** Those that have the same date in every year. Prices of other holidays are rows that need review. */
const FIXED_HOLIDAYS = ['02-05', '03-23', '05-01', '08-14', '11-09', '12-25'];

const today = toKarachiDate(new Date());
const year = Number(today.slice(0, 4));
const holidays = toHolidays(
  [year - 1, year, year + 1].flatMap((each) => FIXED_HOLIDAYS.map((date) => `${each}-${date}`)),
);
const addTradingDays = (date: LocalDate, days: number): LocalDate =>
  days === 0 ? date : addTradingDays(getNextTradingDay(date, holidays), days - 1);

/** The last trading day whose prices should be there: they are published within an hour of its end. */
const lastDay = toKarachiDate(
  getLastSessionEnd(new Date(Date.now() - HOUR_MS), { holidays, schedules: PUBLISHED_SCHEDULES }),
);
const history: LocalDate[] = [];
for (let date = lastDay; history.length < HISTORY_DAYS; ) {
  date = getPreviousTradingDay(date, holidays);
  history.unshift(date);
}

const symbols = listCompanies().map(({ symbol }) => symbol);

/** The close of a company: it moves by at most 0.8 % a day. */
function getClose(symbol: string, date: LocalDate): number {
  const index = symbols.indexOf(symbol);
  const day = Date.parse(date) / DAY_MS;
  return Math.round(100 * (20 + ((index * 37) % 800)) * (1 + 0.004 * Math.sin(day + index))) / 100;
}

function writePrices(symbol: string, date: LocalDate): string {
  const open = getClose(symbol, getPreviousTradingDay(date, holidays));
  const close = getClose(symbol, date);
  const prices = [open, Math.max(open, close) * 1.004, Math.min(open, close) * 0.996, close];
  return `${symbol},${date},${prices.map((price) => price.toFixed(2)).join(',')},10000`;
}

function toFile(name: string, ...lines: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

const toPriceFile = (name: string, dates: readonly LocalDate[]) =>
  toFile(
    name,
    'symbol,date,open,high,low,close,volume',
    ...dates.flatMap((date) => symbols.map((symbol) => writePrices(symbol, date))),
  );

const toIndexFile = (name: string, dates: readonly LocalDate[]) =>
  toFile(
    name,
    'index,date,value',
    ...dates.map(
      (date) => `KSE100,${date},${(150_000 + 100 * Math.sin(Date.parse(date) / DAY_MS)).toFixed(2)}`,
    ),
  );

/** The date of the meetings of the files. */
export const MEETING_DATE = addTradingDays(today, 6);

const toClosureFile = (name: string, closing: readonly string[]) =>
  toFile(
    name,
    'symbol,company_name,face_value,payout,bc_from,bc_to,ex_date',
    ...closing.map(
      (symbol) => `${symbol},,10,50%(F) (D),${addDays(MEETING_DATE, 1)},${addDays(MEETING_DATE, 7)},`,
    ),
  );

const writeFiling = (symbol: string, title: string, index: number) =>
  `${lastDay},10:${10 + index} AM,${symbol},"${findCompany(symbol)?.name}",${title},,/download/document/${index + 1}.pdf`;

/** A company of which the operator enters everything, and another one whose signal follows. */
export const [SYMBOL, NEXT_SYMBOL] = ['LUCK', 'OGDC'] as const;

/** The last close of a company before the day. */
export const getLastClose = (symbol: string) => getClose(symbol, history.at(-1) ?? lastDay);

/** What an operator downloads for a new site, and on the day after: all companies, and some events. */
export const files = {
  prices: toPriceFile('prices.csv', history),
  indexValues: toIndexFile('kse-100.csv', history),
  meetings: toFile(
    'meetings.csv',
    'symbol,subject,meeting_date,meeting_time',
    `${SYMBOL},Quarterly accounts,${MEETING_DATE},10:30`,
  ),
  closures: toClosureFile('closures.csv', [SYMBOL]),
  pricesOfDay: toPriceFile('day-prices.csv', [lastDay]),
  indexValuesOfDay: toIndexFile('day-kse-100.csv', [lastDay]),
  closuresOfDay: toClosureFile('day-closures.csv', ['OGDC', 'PPL', 'HBL']),
  filingsOfDay: toFile(
    'day-announcements.csv',
    'date,time,symbol,name,title,image,document',
    writeFiling('OGDC', 'Board Meeting', 0),
    writeFiling('MCB', 'Board Meeting Other Than Financial Results', 1),
    writeFiling('HUBC', 'Board Meeting in Progress', 2),
    writeFiling('FFC', 'Credit of Final Cash Dividend', 3),
  ),
};
