import { addDays, getWeekday, type LocalDate } from '#contract/dates.ts';
import { type ClosureFilters, closureList, NO_CLOSURE_DATES } from '#web/routes/book-closures/filters.ts';
import { ButtonLink } from '#web/ui/button.tsx';

interface LookAheadLinksProps {
  filters: ClosureFilters;
  today: LocalDate;
}

/** Links that replace the dates of the list by a range that starts now, soonest first. */
export function LookAheadLinks({ filters, today }: LookAheadLinksProps) {
  const getUrl = (range: Partial<ClosureFilters>) =>
    closureList.toUrl({ ...filters, ...range, ordering: 'bc_from', page: 1 });
  return (
    <nav aria-label="Look ahead" className="no-print flex max-w-full gap-2 overflow-x-auto">
      {Object.entries(LOOK_AHEAD_RANGES).map(([name, getRange]) => {
        const url = getUrl({ ...NO_CLOSURE_DATES, ...getRange(today) });
        return (
          <ButtonLink
            key={name}
            to={url}
            variant="secondary"
            size="small"
            preventScrollReset
            aria-current={url === getUrl({}) || undefined}
            className="shrink-0 aria-[current]:border-accent aria-[current]:text-accent"
          >
            {name}
          </ButtonLink>
        );
      })}
    </nav>
  );
}

/** The ranges that start now, of ex-dates or of first days, with the dates that they set. */
export const LOOK_AHEAD_RANGES = {
  'Ex-Date This Week': getTradingWeek,
  'Next 7 Days': (today: LocalDate) => ({ from_date: today, to_date: addDays(today, 6) }),
  'Next 30 Days': (today: LocalDate) => ({ from_date: today, to_date: addDays(today, 29) }),
};

const SATURDAY = 6;

/** Returns Monday to Friday of the week; on a weekend, of the next one. */
function getTradingWeek(today: LocalDate) {
  const weekday = getWeekday(today);
  const monday = addDays(today, weekday === SATURDAY ? 2 : 1 - weekday);
  return { ex_date_from: monday, ex_date_to: addDays(monday, 4) };
}
