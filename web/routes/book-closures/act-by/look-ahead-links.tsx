import type { LocalDate } from '#contract/dates.ts';
import { LOOK_AHEAD_RANGES } from '#web/routes/book-closures/dates/look-ahead-ranges.ts';
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
