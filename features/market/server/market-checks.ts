import { eq, max } from 'drizzle-orm';
import {
  addDays,
  formatShortDate,
  formatTimestamp,
  type LocalDate,
  toKarachiDate,
} from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { type Check, count, type Finding, off, ok } from '#core/server/platform/checks/checks.ts';
import { addMilliseconds, type Clock, HOUR } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { IndexCode } from '#features/market/contract/prices.ts';
import { listHolidays } from './calendar/holidays.ts';
import { readTradingCalendar } from './calendar/schedules.ts';
import { getLastSessionEnd } from './calendar/sessions.ts';
import { listCompanies } from './companies.ts';
import { addDownloadFailures } from './downloads.ts';
import { importedCompanies } from './market.tables.ts';
import { indexValues } from './prices/prices.tables.ts';
import { getNextTradingDay } from './trading-days.ts';

/** The exchange and its vendors publish the prices of a day some minutes after its last session. */
const PUBLISHED_MS = HOUR;
const TENTATIVE_DAYS = 31;
const KSE_100: IndexCode = 'KSE100';

/** Creates the checks of whether the prices, index values, companies and holidays of the exchange are stored. */
export function createMarketChecks(
  db: Queryable,
  clock: Clock,
  findLastDate: () => Promise<LocalDate | null>,
): Check[] {
  /** Compares the last stored day with the last one whose data should be there. */
  async function findMissingDays(last: LocalDate, what: string, action: string): Promise<Finding> {
    const calendar = await readTradingCalendar(db);
    const end = getLastSessionEnd(addMilliseconds(clock.now(), -PUBLISHED_MS), calendar);
    const expected = toKarachiDate(end);
    if (last >= expected) return ok(`${what} are stored until ${formatShortDate(last)}.`);
    const first = getNextTradingDay(last, calendar.holidays);
    if (first < expected)
      return {
        state: 'failing',
        cause: `${what} are missing since ${formatShortDate(first)}.`,
        action,
      };
    return {
      state: 'warning',
      cause: `${what} of ${formatShortDate(expected)} are missing since ${toTimeOfDay(addMilliseconds(end, PUBLISHED_MS))}.`,
      action,
    };
  }

  return [
    {
      id: 'prices',
      title: 'End-of-day prices are stored',
      scope: 'shared',
      path: `${paths.adminImports}?kind=prices`,
      setup: {
        group: 'Market',
        purpose: 'Signals are evaluated by them, and companies show them.',
        settings: ['PRICES_URL'],
        isEssential: true,
      },
      async run() {
        const last = await findLastDate();
        const finding =
          last === null
            ? off(
                'No prices are stored.',
                'Import a file of prices, or set PRICES_URL so that one is downloaded every day.',
              )
            : await findMissingDays(last, 'Prices', 'Import the file of prices.');
        return addDownloadFailures(db, ['prices'], finding);
      },
    },
    {
      id: 'index-values',
      title: 'Values of the indices are stored',
      scope: 'shared',
      path: `${paths.adminImports}?kind=index-values`,
      setup: {
        group: 'Market',
        purpose: 'Results of signals are compared with the KSE-100.',
        settings: ['INDEX_VALUES_URL'],
      },
      async run() {
        const [row] = await db
          .select({ last: max(indexValues.date) })
          .from(indexValues)
          .where(eq(indexValues.symbol, KSE_100));
        const finding = row?.last
          ? await findMissingDays(row.last, 'Values of the KSE-100', 'Import the file of index values.')
          : off(
              'No value of the KSE-100 is stored.',
              'Import a file of index values, or set INDEX_VALUES_URL.',
            );
        return addDownloadFailures(db, ['index-values'], finding);
      },
    },
    {
      id: 'companies',
      title: 'The list of companies is complete',
      scope: 'shared',
      usesClock: false,
      path: `${paths.adminImports}?kind=companies`,
      setup: {
        group: 'Market',
        purpose:
          'Names and sectors of companies. The list of this release is there; imports add new listings.',
        settings: ['COMPANIES_URL'],
      },
      async run() {
        const [row] = await db.select({ last: max(importedCompanies.updatedAt) }).from(importedCompanies);
        const listed = count(listCompanies().length, 'company', 'companies');
        const imported = row?.last
          ? `, with changes imported on ${formatShortDate(toKarachiDate(row.last))}`
          : '';
        return ok(`${listed}${imported}.`);
      },
    },
    {
      id: 'holidays',
      title: 'The holidays of the exchange are entered',
      scope: 'shared',
      path: paths.adminHolidays,
      setup: {
        group: 'Market',
        purpose: 'Ends of signals, ex-dates and settlement are calculated with them.',
        isEssential: true,
      },
      run: () => findMissingHolidays(db, toKarachiDate(clock.now())),
    },
  ];
}

/** The exchange announces the holidays of a year before it begins. */
const NEXT_YEAR_FROM = '12-15';

async function findMissingHolidays(db: Queryable, today: LocalDate): Promise<Finding> {
  const holidays = await listHolidays(db);
  const year = Number(today.slice(0, 4));
  const years = today.slice(5) >= NEXT_YEAR_FROM ? [year, year + 1] : [year];
  const missing = years.find((each) => !holidays.some(({ date }) => date.startsWith(`${each}-`)));
  if (missing !== undefined && missing > year)
    return {
      state: 'warning',
      cause: `No holiday of ${missing} is entered.`,
      action: 'Paste the notice of the exchange on the page Holidays.',
    };
  if (missing !== undefined)
    return off(
      `No holiday of ${missing} is entered.`,
      'Paste the notice of the exchange on the page Holidays.',
    );
  const tentative = holidays.filter(
    ({ date, is_tentative }) => is_tentative && date >= today && date <= addDays(today, TENTATIVE_DAYS),
  );
  if (tentative.length > 0)
    return {
      state: 'warning',
      cause: tentative
        .map(({ name, date }) => `${name} is expected on ${formatShortDate(date)}, but not announced.`)
        .join(' '),
      action: 'Confirm or move each once the exchange has announced the date.',
      problems: tentative.length,
    };
  const entered = holidays.filter(({ date }) => date.startsWith(`${year}-`));
  return ok(`${count(entered.length, 'holiday', 'holidays')} of ${year}.`);
}

/** Formats a time as `17:30 PKT`. */
const toTimeOfDay = (at: Date) => formatTimestamp(at.toISOString()).split(', ')[1];
