import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { toServerTime } from '#core/web/api/server-clock.ts';
import { ClearFiltersForm } from '#core/web/list/clear-filters.tsx';
import { FilterBar } from '#core/web/list/filter-bar.tsx';
import { useFilterChange } from '#core/web/list/use-filter-change.ts';
import { useSession } from '#core/web/session/session.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { LazyPremiumNotice } from '#features/billing/web/public/subscriptions/lazy-premium-notice.tsx';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { LazyLiveStatus } from '#features/signals/web/public/live/lazy-live-status.ts';
import {
  getSignalsUrl,
  NO_FILTERS,
  type SignalFilters,
  signalList,
} from '#features/signals/web/public/psx/filters.ts';
import { SignalCards } from '#features/signals/web/public/psx/signal-cards.tsx';
import {
  type RenderedSignals,
  useChoices,
  useSignals,
} from '#features/signals/web/public/psx/use-signals.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

interface SignalResultsProps {
  type: SignalType;
  filters: SignalFilters;
  rendered: RenderedSignals | null;
}

export function SignalResults({ type, filters, rendered }: SignalResultsProps) {
  const user = useSession();
  const pathname = useLocation().pathname.replace(/\/+$/, '');
  const query = useSignals(type, filters, rendered);
  const { isError, isFetching, refetch } = query;
  const { data, isPlaceholderData, dataUpdatedAt } = useDeferredList(query);
  if (isError && !data) return <Failure isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="cards">Loading signals...</Skeleton>;

  const needsSubscription = Boolean(user) && !(isPlaceholderData && rendered) && !data.has_subscription;
  const needsAcceptance = data.risk_statement_required;
  const isWithheld = needsAcceptance || (needsSubscription && type !== 'intraday');
  return (
    <>
      {(needsSubscription || needsAcceptance) && <LazyPremiumNotice list={data} type={type} />}
      {isError && <Failure isBusy={isFetching} onRetry={() => void refetch()} />}
      {!isWithheld && (
        <SignalListing
          type={type}
          pathname={pathname}
          filters={filters}
          rendered={rendered}
          list={data}
          isStale={isPlaceholderData && rendered === null}
          asOf={dataUpdatedAt > 0 ? new Date(toServerTime(dataUpdatedAt)).toISOString() : rendered?.asOf}
          updatedAt={dataUpdatedAt}
        />
      )}
    </>
  );
}

type LoadedList = Pick<ReturnType<typeof useSignals>, 'data' | 'isPlaceholderData' | 'dataUpdatedAt'>;

/** Returns a list when its cards are rendered, which is done in pieces: otherwise a phone would not react until all of them are. */
function useDeferredList({ data, isPlaceholderData, dataUpdatedAt }: LoadedList): LoadedList {
  const list = useMemo(
    () => ({ data, isPlaceholderData, dataUpdatedAt }),
    [data, isPlaceholderData, dataUpdatedAt],
  );
  const deferred = useDeferredValue(list);
  // What the user may no longer read disappears at once.
  return data ? deferred : list;
}

function Failure({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <LoadFailure isBusy={isBusy} onRetry={onRetry} className="mb-6">
      Failed to load signals. Please try again.
    </LoadFailure>
  );
}

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
function SignalListing(props: SignalListingProps) {
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

const SignalFields = lazyWithPreload(async () => (await import('./signal-fields.tsx')).SignalFields);

interface SignalFilterBarProps {
  type: SignalType;
  pathname: string;
  filters: SignalFilters;
  rendered: RenderedSignals | null;
  onChange: (changed: Partial<SignalFilters>) => void;
}

function SignalFilterBar({ type, pathname, filters, rendered, onChange }: SignalFilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isTable, saveView] = useSignalView(filters);
  const choices = useChoices(type, isOpen, rendered);
  return (
    <FilterBar
      name={`${TYPE_LABELS[type]} signals`}
      path={pathname}
      buttonLabel="Filters"
      submitLabel="Apply filters"
      activeCount={signalList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={SignalFields}
      fields={<SignalFields filters={filters} choices={choices} onChange={onChange} />}
    >
      <ViewLinks
        isTable={isTable}
        getUrl={(view) => getSignalsUrl(pathname, type, { ...filters, view })}
        onChoose={saveView}
      />
      <LocationFields type={type} pathname={pathname} view={filters.view} />
    </FilterBar>
  );
}

interface LocationFieldsProps {
  type: SignalType;
  pathname: string;
  view: SignalFilters['view'];
}

/** The parameters that a form without scripts must not lose. */
function LocationFields({ type, pathname, view }: LocationFieldsProps) {
  return (
    <>
      {pathname === paths.psxSignals && <input type="hidden" name="signal_type" value={type} />}
      {view && <input type="hidden" name="view" value={view} />}
    </>
  );
}

interface ViewLinksProps {
  isTable: boolean;
  getUrl: (view: SignalFilters['view']) => string;
  onChoose: (view: SignalFilters['view']) => void;
}

const VIEWS = [
  { view: '', label: 'Cards' },
  { view: 'table', label: 'Table' },
] as const;

/** Links to the list as cards and as a table. */
function ViewLinks({ isTable, getUrl, onChoose }: ViewLinksProps) {
  return (
    <nav aria-label="View" className="me-auto flex">
      {VIEWS.map(({ view, label }) => {
        const isCurrent = (view === 'table') === isTable;
        return (
          <Link
            key={view}
            to={getUrl(view)}
            replace
            preventScrollReset
            aria-current={isCurrent || undefined}
            onClick={() => onChoose(view)}
            className={`-ms-px inline-flex min-h-10 items-center border border-line-strong px-4 text-sm first:ms-0 first:rounded-s-box last:rounded-e-box ${isCurrent ? 'bg-sunken font-semibold' : 'bg-surface text-muted hover:text-ink'}`}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

type View = SignalFilters['view'];

const listeners = new Set<() => void>();

/** Returns the view of the list, from the URL or as the user chose it last, and a function that stores a choice. */
function useSignalView({ view }: SignalFilters): [isTable: boolean, saveView: (view: View) => void] {
  const stored = useSyncExternalStore(subscribe, readView, () => '');
  return [(view || stored) === 'table', saveView];
}

const readView = () => signalList.readPreferences().filters.view;

function saveView(view: View): void {
  signalList.saveFilters({ ...NO_FILTERS, view });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
