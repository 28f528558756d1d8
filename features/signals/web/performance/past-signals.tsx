import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { oneOf, symbols } from '#core/web/list/filters.ts';
import { createListLoader } from '#core/web/list/list-loader.ts';
import { ListPage, useListPage } from '#core/web/list/list-page.tsx';
import { ListResults } from '#core/web/list/list-results.tsx';
import { createListRoute } from '#core/web/list/list-route.ts';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { ChevronDownIcon } from '#core/web/ui/icons.tsx';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import {
  listPastSignals,
  PAST_RESULTS,
  PAST_SIGNALS_PAGE_SIZE,
  type PastResult,
  type PastSignal,
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
} from '#features/signals/contract/track-record/performance.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { Result } from './figures.tsx';

const pastSignals = createListRoute(listPastSignals, {
  path: paths.pastSignals,
  title: 'Past signals',
  description:
    'Every past signal on the Pakistan Stock Exchange whose result is public, gains and losses, with its dates and its result in R.',
  filters: {
    symbol: symbols,
    signal_type: oneOf(SIGNAL_TYPES, ''),
    result: oneOf(PAST_RESULTS, ''),
    period: oneOf(PERFORMANCE_PERIODS, 'all'),
  },
});

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export const loader = createListLoader(pastSignals);
export const { handle, meta } = pastSignals;

const RESULT_LABELS: Record<PastResult, string> = {
  won: 'Won',
  lost: 'Lost',
  not_filled: 'Entry not filled',
  not_measurable: 'Not measurable',
  overridden: 'Overridden',
  voided: 'Voided',
};

const PERIODS: Record<PerformancePeriod, string> = {
  all: 'Published at any time',
  '1Y': 'In the last 12 months',
  '6M': 'In the last 6 months',
  '3M': 'In the last 3 months',
};

const TEXTS = {
  nouns: ['past signal', 'past signals'] as [string, string],
  loading: 'Loading past signals...',
  getFailure: () => 'Failed to load past signals. Please try again.',
  noResultsTitle: 'No past signals found',
};

export default function PastSignals() {
  const rendered = useLoaderData<typeof loader>();
  const state = useListPage(pastSignals, rendered);
  const isFiltered = pastSignals.countActive(state.filters) > 0;
  return (
    <ListPage
      path={pastSignals.path}
      title="Past Signals"
      description="Every signal that has ended and whose result is public, also losses, deleted and voided ones."
      state={state}
    >
      <p className="mb-4 max-w-prose text-sm text-muted">
        Results are in R, after costs. They are hypothetical: calculated from end-of-day prices. Past
        performance does not predict future results. Premium signals are listed some days after their end.{' '}
        <Link to={`${paths.performance}#calculation`} className="link">
          Statistics and rules
        </Link>
      </p>
      <Filters {...state.fields} />
      <ListResults
        list={pastSignals}
        filters={state.filters}
        query={state.query}
        pageSize={PAST_SIGNALS_PAGE_SIZE}
        texts={{
          ...TEXTS,
          noResultsHint: isFiltered ? 'Try another symbol, type, result or period.' : 'None has ended yet.',
        }}
        footer={null}
      >
        {({ results }, isStale) => (
          <div aria-busy={isStale} className={isStale ? 'opacity-60' : ''}>
            <DataTable
              label="Past signals"
              rows={results}
              getKey={({ id }) => id}
              columns={COLUMNS}
              numeric={['Result']}
            />
          </div>
        )}
      </ListResults>
    </ListPage>
  );
}

const COLUMNS: Record<string, (signal: PastSignal) => ReactNode> = {
  Signal: ({ id, symbol, side, is_deleted }) => (
    <>
      <Link to={getSignalPath(id)} className="link font-semibold">
        <span translate="no">{symbol}</span> <span>{ORDER_LABELS[side]}</span>
      </Link>
      {is_deleted && <span className="text-muted"> deleted since</span>}
    </>
  ),
  Type: ({ signal_type }) => TYPE_LABELS[signal_type],
  Published: ({ published_on }) => <span translate="no">{formatShortDate(published_on)}</span>,
  Ended: ({ ended_on }) => <span translate="no">{formatShortDate(ended_on)}</span>,
  Outcome: ({ result, is_voided, is_overridden }) => (
    <>
      <span>{RESULT_LABELS[result]}</span>
      {is_voided && result !== 'voided' && <span className="text-muted">, voided later</span>}
      {is_overridden && <span className="text-muted">, overridden</span>}
    </>
  ),
  Result: ({ r_multiple }) => <Result value={r_multiple} />,
};

/** A symbol is typed in full. */
const SYMBOL_DEBOUNCE_MS = 500;

type FiltersProps = ReturnType<
  typeof useListPage<typeof pastSignals.noFilters, typeof listPastSignals>
>['fields'];

/** Without scripts it is a form with a submit button. */
function Filters({ filters, clearCount, onChange }: FiltersProps) {
  return (
    <search aria-label="Past signals">
      <form
        action={paths.pastSignals}
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 gap-2 lg:flex"
      >
        <SearchBox
          key={clearCount}
          name="symbol"
          label="Symbol"
          placeholder="Symbol, such as OGDC"
          value={filters.symbol.join(',')}
          debounceMs={SYMBOL_DEBOUNCE_MS}
          maxLength={200}
          className={`${controlClass} max-lg:col-span-full lg:flex-1`}
          onSearch={(text) => onChange({ symbol: symbols.read([text]) })}
        />
        <Choice
          name="signal_type"
          label="Type"
          value={filters.signal_type}
          options={{ '': 'All types', ...TYPE_LABELS }}
          onChange={(signal_type) => onChange({ signal_type })}
        />
        <Choice
          name="result"
          label="Outcome"
          value={filters.result}
          options={{ '': 'All outcomes', ...RESULT_LABELS }}
          onChange={(result) => onChange({ result })}
        />
        <Choice
          name="period"
          label="Published in"
          value={filters.period}
          options={PERIODS}
          onChange={(period) => onChange({ period })}
        />
        <Button type="submit" className="without-scripts">
          Show
        </Button>
      </form>
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <span className="relative block last-of-type:max-lg:col-span-full">
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        className={`${controlClass} w-full appearance-none pe-10`}
      >
        {Object.entries<string>(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDownIcon className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  );
}
