import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { addDays, formatTimestampWithWeekday, getWeekday, type LocalDate } from '#core/contract/dates.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import type { RenderedList } from '#core/web/list/list-loader.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import {
  type BookClosure,
  type LastBuyingDay,
  type LastBuyingDayList,
  listLastBuyingDays,
} from '#features/corporate-actions/contract/book-closures.ts';
import { summarizePayout } from '#features/corporate-actions/contract/summarize-payout.ts';
import {
  DateReasons,
  ShortDate,
} from '#features/corporate-actions/web/public/book-closures/closure-cells.tsx';
import { type ClosureFilters, closureList, NO_CLOSURE_DATES } from './filters.ts';

interface ActByProps {
  rendered: RenderedList<LastBuyingDayList> | null;
  filters: ClosureFilters;
  today: LocalDate;
}

/** The next last buying days of all closures, whatever the filters, and links to the closures of the next days. */
export function ActBy({ rendered, filters, today }: ActByProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [listLastBuyingDays.path],
    queryFn: () => api(listLastBuyingDays, {}),
    staleTime: LIST_STALE_MS,
    // A day ends while the page is open.
    refetchInterval: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  return (
    // On a phone it would hide what a search finds.
    <section aria-labelledby="act-by" className={`mb-6 ${filters.search === '' ? '' : 'max-sm:hidden'}`}>
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
      ) : isError && !data ? (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          The next last buying days could not be loaded.
        </LoadFailure>
      ) : (
        <p className="rounded-box border border-line bg-surface px-4 py-3 text-sm text-muted">
          {data ? 'No last buying days in the next 30 days.' : 'Loading last buying days...'}
        </p>
      )}
    </section>
  );
}

/** One last buying day, with the closures to buy for. */
function BuyingDay({ day, today }: { day: LastBuyingDay; today: LocalDate }) {
  const { ex_date, trading_ends_at, closures, count } = day;
  const url = closureList.toUrl({ ...closureList.noFilters, ex_date_from: ex_date, ex_date_to: ex_date });
  return (
    <li className="w-72 max-w-[85%] shrink-0 snap-start rounded-box border border-line bg-surface p-3 text-sm lg:w-auto lg:max-w-none">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link to={url} className="link font-semibold">
          <time dateTime={trading_ends_at} className="figures">
            {formatTimestampWithWeekday(trading_ends_at)}
          </time>
        </Link>
        <span className="font-normal">{describeDistance(day.last_buying_day, today)}</span>
      </h3>
      <p className="text-muted">
        Ex-date <ShortDate date={ex_date} />
        <span>{day.is_ex_date_estimated && ', estimated'}</span>
      </p>
      {day.are_hours_tentative && <p className="text-warning">the hours of that day are not announced yet</p>}
      {day.depends_on_tentative_holiday && <p className="text-warning">depends on a tentative holiday</p>}
      <DateReasons reasons={[...new Set(closures.flatMap(({ date_reasons }) => date_reasons))]} />
      <ul className="mt-2 border-t border-line pt-2">
        {closures.map((closure) => (
          <Payout key={closure.id} closure={closure} />
        ))}
      </ul>
      {count > closures.length && (
        <Link to={url} className="link">
          {`${count - closures.length} more`}
        </Link>
      )}
    </li>
  );
}

function Payout({ closure }: { closure: BookClosure }) {
  const { symbol, company_name, bc_from } = closure;
  const company = symbol === null ? { company_name: [company_name] } : { symbol: [symbol] };
  const url = closureList.toUrl({
    ...closureList.noFilters,
    ...company,
    from_date: bc_from,
    to_date: bc_from,
  });
  return (
    <li className="flex flex-wrap gap-x-2 py-0.5">
      <Link to={url} className="min-w-0 flex-1 basis-32">
        {symbol === null ? (
          <span className="link">{company_name}</span>
        ) : (
          <>
            <span className="link font-medium" translate="no">
              {symbol}
            </span>
            <span className="ms-1 text-muted">{` ${company_name}`}</span>
          </>
        )}
      </Link>
      <span className="ms-auto text-end wrap-anywhere tabular-nums">
        <Figures>{summarizePayout(closure)}</Figures>
      </span>
    </li>
  );
}

const DAY_MS = 86_400_000;

function describeDistance(date: LocalDate, today: LocalDate): string {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return ['Today', 'Tomorrow'][days] ?? `In ${days} days`;
}

interface LookAheadLinksProps {
  filters: ClosureFilters;
  today: LocalDate;
}

/** Links that replace the dates of the list by a range that starts now, soonest first. */
function LookAheadLinks({ filters, today }: LookAheadLinksProps) {
  const getUrl = (range: Partial<ClosureFilters>) =>
    closureList.toUrl({ ...filters, ...range, ordering: 'bc_from', page: 1 });
  return (
    <nav aria-label="Look ahead" className="no-print flex max-w-full gap-2 overflow-x-auto">
      {Object.entries(LOOK_AHEAD_RANGES).map(([name, getRange]) => {
        const url = getUrl({ ...NO_CLOSURE_DATES, ...getRange(today) });
        return (
          <ChoiceLink key={name} to={url} size="small" isCurrent={url === getUrl({})}>
            {name}
          </ChoiceLink>
        );
      })}
    </nav>
  );
}

interface ChoiceLinkProps {
  to: string;
  size?: 'small';
  isCurrent: boolean;
  children: string;
}

/** Links to the list with other filters, and shows whether they are those of the page. */
export function ChoiceLink({ isCurrent, ...props }: ChoiceLinkProps) {
  return (
    <ButtonLink
      {...props}
      variant="secondary"
      preventScrollReset
      aria-current={isCurrent || undefined}
      className="shrink-0 aria-[current]:border-accent aria-[current]:text-accent"
    />
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
