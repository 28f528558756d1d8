export const QUICK_RANGES = ['This Year', 'Last Year', 'Last Month', 'This Month'] as const;
export type QuickRange = (typeof QUICK_RANGES)[number];

/** The first and the last day of a range that is one press away. Days are `2026-08-18`; `today` is the one in Karachi. */
export function quickRange(range: QuickRange, today: string): { from_date: string; to_date: string } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  switch (range) {
    case 'This Year':
      return days(year, 1, 12);
    case 'Last Year':
      return days(year - 1, 1, 12);
    case 'This Month':
      return days(year, month, month);
    case 'Last Month':
      return month === 1 ? days(year - 1, 12, 12) : days(year, month - 1, month - 1);
  }
}

function days(year: number, firstMonth: number, lastMonth: number) {
  // The day before the next month's first.
  const lastDay = new Date(Date.UTC(year, lastMonth, 0)).getUTCDate();
  return { from_date: `${year}-${two(firstMonth)}-01`, to_date: `${year}-${two(lastMonth)}-${lastDay}` };
}

const two = (number: number) => String(number).padStart(2, '0');
