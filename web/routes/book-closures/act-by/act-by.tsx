import { useQuery } from '@tanstack/react-query';
import { type LastBuyingDayList, listLastBuyingDays } from '#contract/corporate-actions/last-buying-days.ts';
import type { LocalDate } from '#contract/dates.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import type { RenderedList } from '#web/list/list-loader.ts';
import type { ClosureFilters } from '#web/routes/book-closures/filters.ts';
import { BuyingDay } from './buying-day.tsx';
import { LookAheadLinks } from './look-ahead-links.tsx';

interface ActByProps {
  rendered: RenderedList<LastBuyingDayList> | null;
  filters: ClosureFilters;
  today: LocalDate;
}

/** The next last buying days of all closures, whatever the filters, and links to the closures of the next days. */
export function ActBy({ rendered, filters, today }: ActByProps) {
  const { data, isError } = useQuery({
    queryKey: [listLastBuyingDays.path],
    queryFn: () => api(listLastBuyingDays, {}),
    staleTime: LIST_STALE_MS,
    // A day ends while the page is open.
    refetchInterval: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  return (
    <section aria-labelledby="act-by" className="mb-6">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="act-by" className="text-lg">
            Act by
          </h2>
          <p className="text-sm text-muted">Last days to buy for the next payouts</p>
        </div>
        <LookAheadLinks filters={filters} today={today} />
      </div>
      {data && data.results.length > 0 ? (
        // Narrow screens scroll it sideways, so that it does not push the list down.
        <ol className="flex snap-x gap-3 overflow-x-auto pb-1 lg:grid lg:grid-cols-3">
          {data.results.map((day) => (
            <BuyingDay key={day.ex_date} day={day} today={today} />
          ))}
        </ol>
      ) : (
        <p className="rounded-box border border-line bg-surface px-4 py-3 text-sm text-muted">
          {data
            ? 'No last buying days in the next 30 days.'
            : isError
              ? 'The next last buying days could not be loaded.'
              : 'Loading last buying days...'}
        </p>
      )}
    </section>
  );
}
