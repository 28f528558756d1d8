import type { LocalDate } from '#contract/dates.ts';
import type { DateRange } from '#web/list/filters.ts';

export const QUICK_RANGES = ['This Year', 'Last Year', 'Last Month', 'This Month'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

export function getQuickRange(range: QuickRange, today: LocalDate): DateRange {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (range) {
    case 'This Year':
      return toDateRange(year, 1, 12);
    case 'Last Year':
      return toDateRange(year - 1, 1, 12);
    case 'This Month':
      return toDateRange(year, month, month);
    case 'Last Month':
      return month === 1 ? toDateRange(year - 1, 12, 12) : toDateRange(year, month - 1, month - 1);
  }
}

function toDateRange(year: number, firstMonth: number, lastMonth: number): DateRange {
  // Day 0 of the next month is the last day of the month.
  const lastDay = new Date(Date.UTC(year, lastMonth, 0)).getUTCDate();
  return {
    from_date: `${year}-${padToTwo(firstMonth)}-01`,
    to_date: `${year}-${padToTwo(lastMonth)}-${lastDay}`,
  };
}

const padToTwo = (number: number) => String(number).padStart(2, '0');
