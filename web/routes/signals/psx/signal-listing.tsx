import { toKarachiDate } from '#contract/dates.ts';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { ClearFiltersForm } from '#web/list/clear-filters.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { LazyLiveStatus } from '#web/signals/live/lazy-live-status.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { LocationFields, SignalFilterBar } from './filter-bar.tsx';
import { getSignalsUrl, NO_FILTERS, type SignalFilters, signalList } from './filters.ts';
import { LazyContent } from '#web/ui/lazy/lazy-content.tsx';
import { SignalCards } from './signal-cards.tsx';
import { useSignalView } from './use-signal-view.ts';
import type { RenderedSignals } from './use-signals.ts';

/** Most visitors see the cards. */
const SignalTable = lazyWithPreload(async () => (await import('./signal-table.tsx')).SignalTable);
const NoSignals = lazyWithPreload(async () => (await import('./no-signals.tsx')).NoSignals);
const EarlierSignals = lazyWithPreload(async () => (await import('./earlier-signals.tsx')).EarlierSignals);

interface SignalListingProps {
  type: SignalType;
  /** The path of the page, without the query. */
  pathname: string;
  filters: SignalFilters;
  rendered: RenderedSignals | null;
  list: SignalList;
  /** The signals of other filters are loading. */
  isStale: boolean;
  asOf: string | undefined;
  /** When the list was last loaded, on the browser's clock; 0 if it was not. */
  updatedAt: number;
}

/** The filters of the signals, their number, and the signals as cards or as a table. */
export function SignalListing(props: SignalListingProps) {
  const { type, pathname, filters, rendered, list, isStale, asOf, updatedAt } = props;
  const noFilters = { ...NO_FILTERS, view: filters.view };
  const toUrl = (next: SignalFilters) => getSignalsUrl(pathname, type, next);
  const { chosen, change, clear } = useFilterChange(filters, { ...signalList, noFilters, toUrl });
  const [isTable] = useSignalView(filters);
  return (
    <>
      <SignalFilterBar
        type={type}
        pathname={pathname}
        filters={chosen}
        rendered={rendered}
        onChange={change}
      />
      <p className="my-4 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span className="flex flex-wrap gap-x-3">
          <span role="status" data-live-count className="font-medium text-ink">
            {`${list.count} ${list.count === 1 ? 'signal' : 'signals'} found`}
          </span>
          <LazyLiveStatus updatedAt={updatedAt} />
        </span>
        {asOf && (
          <span className="max-sm:text-xs">
            Published by Tezi. As of <PakistanTime at={asOf} />
          </span>
        )}
      </p>
      <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
        {list.count === 0 ? (
          <LazyContent
            code={NoSignals}
            props={{ type, isFiltered: signalList.countActive(filters) > 0, clearUrl: toUrl(noFilters) }}
          />
        ) : (
          <Signals type={type} signals={list.results} isTable={isTable} asOf={asOf} />
        )}
      </div>
      <ClearFiltersForm path={pathname} onClear={clear}>
        <LocationFields type={type} pathname={pathname} view={filters.view} />
      </ClearFiltersForm>
    </>
  );
}

interface SignalsProps {
  type: SignalType;
  signals: SignalList['results'];
  isTable: boolean;
  asOf: string | undefined;
}

/** The signals as cards or as a table. Intraday signals of earlier days have ended: they are folded away. */
function Signals({ type, signals, isTable, asOf }: SignalsProps) {
  const show = (shown: SignalList['results']) =>
    isTable ? (
      <LazyContent code={SignalTable} props={{ label: `${TYPE_LABELS[type]} signals`, signals: shown }} />
    ) : (
      <SignalCards signals={shown} />
    );
  const today = asOf && toKarachiDate(new Date(asOf));
  const isEarlier = ({ expires_at }: SignalList['results'][number]) =>
    expires_at !== null && today !== undefined && toKarachiDate(new Date(expires_at)) < today;
  const earlier = signals.filter(isEarlier);
  if (earlier.length === 0) return show(signals);
  const current = signals.filter((signal) => !isEarlier(signal));
  return (
    <>
      {current.length > 0 ? show(current) : <p>No intraday signals today.</p>}
      <details className="mt-6">
        <summary className="w-fit cursor-pointer py-2.5 font-semibold">
          {`Ended on earlier days (${earlier.length})`}
        </summary>
        <LazyContent code={EarlierSignals} props={{ signals: earlier }} />
      </details>
    </>
  );
}
