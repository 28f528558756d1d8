import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatShortDate, formatShortDateWithWeekday } from '#core/contract/dates.ts';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { listNextDates, type NextDates } from '#features/corporate-actions/contract/next-dates.ts';
import type { FactName } from '#features/market/contract/fact-names.ts';
import { type CompanyFacts, listFacts } from '#features/market/contract/facts.ts';
import { listQuotes, type Quote } from '#features/market/contract/prices.ts';
import { FactList } from '#features/market/web/public/facts/fact-value.tsx';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { formatChange, formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { getStateLabel } from '#features/signals/contract/signal-state.ts';
import { useOpenSignals } from '#features/signals/web/public/open-signals.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { isWatchKeyEnabled, setWatchKeyEnabled } from './watch-key.ts';
import { useWatchlist, watchlist } from './watchlist.ts';

const Levels = lazyWithPreload(
  async () => (await import('#features/positions/web/public/levels.tsx')).Levels,
);

export const meta = createPageMeta({
  title: 'My companies',
  description:
    'The companies that you watch: last price and change, signals in progress, the next ex-date and the next board meeting of each.',
  noindex: true,
});

/** Nothing on the page is the same for two users, so the server renders no company. */
export default function MyCompanies() {
  const { symbols, state } = useWatchlist();
  return (
    <>
      <PageHeader
        title="My companies"
        description={
          <span>
            What is ahead for the companies that you watch.{' '}
            <SignedOut>
              They are stored in this browser.{' '}
              <Link to={`${paths.signIn}?next=${paths.watchlist}`} className="link">
                Sign in
              </Link>{' '}
              to have them on all your devices.
            </SignedOut>
          </span>
        }
      />
      <noscript>
        <p>The list of your companies needs JavaScript.</p>
      </noscript>
      {(state === 'failed' || state === 'retrying') && (
        <LoadFailure isBusy={state === 'retrying'} onRetry={watchlist.sync} className="mb-4">
          Failed to load your companies. <span>{symbols && 'The list may be out of date.'}</span>
        </LoadFailure>
      )}
      {symbols === null ? (
        state === 'loading' && (
          <p role="status" className="with-scripts text-muted">
            Loading your companies...
          </p>
        )
      ) : symbols.length === 0 ? (
        <NoCompanies />
      ) : (
        <WatchedCompanies symbols={symbols} />
      )}
      <SignedIn only="customer">
        <div className="mt-8">
          <WhenNear code={Levels} isRendered={false} name="your levels">
            <Levels />
          </WhenNear>
        </div>
      </SignedIn>
      {symbols !== null && <WatchKey />}
    </>
  );
}

function NoCompanies() {
  return (
    <EmptyState
      title="You watch no companies yet"
      action={<ButtonLink to={paths.companies}>All companies</ButtonLink>}
    >
      Press the star next to a company: in the list of companies, in a search, on a signal or on the company’s
      page.
    </EmptyState>
  );
}

function WatchedCompanies({ symbols }: { symbols: string[] }) {
  const today = useToday(null);
  const options = { staleTime: LIST_STALE_MS, refetchInterval: LIST_STALE_MS, retry: shouldRetry };
  const list = symbols.join(',');
  const quotes = useQuery({
    queryKey: [listQuotes.path, list],
    queryFn: () => api(listQuotes, { query: { symbols: list } }),
    placeholderData: (previous) => previous,
    ...options,
  });
  const signals = useOpenSignals();
  const facts = useQuery({
    queryKey: [listFacts.path, list],
    queryFn: () => api(listFacts, { query: { symbols: list } }),
    placeholderData: (previous) => previous,
    ...options,
  });
  const events = useQuery({
    queryKey: [listNextDates.path, list, today],
    queryFn: () => api(listNextDates, { query: { symbols: list } }),
    placeholderData: (previous) => previous,
    ...options,
  });
  const failed = [quotes, signals, events, facts].filter(({ isError }) => isError);
  const datesBySymbol = new Map(events.data?.results.map((dates) => [dates.symbol, dates]));
  const factsBySymbol = new Map(facts.data?.results.map((each) => [each.symbol, each]));
  const bySymbol = new Map(quotes.data?.results.map((quote) => [quote.symbol, quote]));
  return (
    <>
      {failed.length > 0 && (
        <LoadFailure
          isBusy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
          className="mb-4"
        >
          Failed to load all of the list. Please try again.
        </LoadFailure>
      )}
      <p role="status" className="mb-2 text-sm text-muted">
        {`${symbols.length} ${symbols.length === 1 ? 'company' : 'companies'}`}
      </p>
      <ul aria-label="My companies" className="border-t border-line">
        {symbols.map((symbol) => (
          <CompanyRow
            key={symbol}
            symbol={symbol}
            quote={bySymbol.get(symbol)}
            signals={signals.data?.filter((signal) => signal.symbol === symbol)}
            dates={datesBySymbol.get(symbol)}
            facts={factsBySymbol.get(symbol)}
          />
        ))}
      </ul>
    </>
  );
}

interface CompanyRowProps {
  symbol: string;
  quote: Quote | undefined;
  /** In progress; `undefined` until they are loaded. */
  signals: Signal[] | undefined;
  /** `undefined` until they are loaded. */
  dates: NextDates | undefined;
  /** `undefined` until they are loaded, and without prices. */
  facts: CompanyFacts | undefined;
}

const WATCHED_FACTS: readonly FactName[] = [
  'change_1m',
  'change_1y',
  'from_high_52w',
  'volume_ratio',
  'dividend_yield',
];

/** On phones the facts are below the company. */
function CompanyRow({ symbol, quote, signals, dates, facts }: CompanyRowProps) {
  const { ex_date: exDate, meeting_date: meetingDate } = dates ?? {};
  return (
    <li className="grid grid-cols-[5fr_4fr] items-start gap-x-4 gap-y-2 sm:gap-x-8 border-b border-line py-3 text-sm sm:grid-cols-[2fr_1fr_1.5fr_1fr_1fr]">
      <div className="flex min-w-0 items-start gap-3">
        <StarButton symbol={symbol} />
        <div className="min-w-0">
          <SymbolLink symbol={symbol} />
          {quote && quote.name !== symbol && (
            <span className="block text-muted wrap-anywhere">{quote.name}</span>
          )}
        </div>
      </div>
      <Price quote={quote} />
      <Fact name="Signals in progress" isLoaded={signals !== undefined} className="max-sm:col-span-2">
        {signals?.length
          ? signals.map((signal) => (
              <Link key={signal.id} to={getSignalPath(signal.id)} className="link block">
                {`${TYPE_LABELS[signal.signal_type]} ${ORDER_LABELS[signal.order_type].toLowerCase()}: ${getStateLabel(signal.state)}`}
              </Link>
            ))
          : null}
      </Fact>
      <Fact name="Next ex-date" isLoaded={dates !== undefined}>
        {exDate && <time dateTime={exDate}>{formatShortDateWithWeekday(exDate)}</time>}
      </Fact>
      <Fact name="Next meeting" isLoaded={dates !== undefined}>
        {meetingDate && <time dateTime={meetingDate}>{formatShortDateWithWeekday(meetingDate)}</time>}
      </Fact>
      {facts && (
        <FactList
          facts={facts}
          names={WATCHED_FACTS}
          className="col-span-full gap-x-8 gap-y-1 sm:ms-14 sm:grid-cols-5"
        />
      )}
    </li>
  );
}

function Price({ quote }: { quote: Quote | undefined }) {
  if (!quote?.close) return <div className="text-end text-muted">{quote ? 'No price' : '…'}</div>;
  const change = quote.previous_close === null ? null : formatChange(quote.previous_close, quote.close);
  const difference = Number(quote.close) - Number(quote.previous_close);
  return (
    <div className="figures text-end" translate="no">
      <span className="font-semibold">{formatRupees(quote.close)}</span>
      {change && (
        <span
          className={`block ${difference > 0 ? 'text-gain' : difference < 0 ? 'text-loss' : 'text-muted'}`}
        >
          <span>{difference > 0 ? '▲ ' : difference < 0 ? '▼ ' : ''}</span>
          <span>{change}</span>
        </span>
      )}
      {quote.date && <span className="block text-xs text-muted">{formatShortDate(quote.date)}</span>}
    </div>
  );
}

interface FactProps {
  name: string;
  isLoaded: boolean;
  className?: string;
  children: Elements;
}

const Fact = ({ name, isLoaded, className = '', children }: FactProps) => (
  <div className={className}>
    <span className="block text-xs text-muted">{name}</span>
    {isLoaded ? children || <span>None</span> : <span>…</span>}
  </div>
);

/** Is on every screen, because a page cannot find out whether a device has a keyboard, and who enlarges it has a narrow one. */
function WatchKey() {
  const [isEnabled, setIsEnabled] = useState(isWatchKeyEnabled);
  return (
    <div className="mt-6 text-sm text-muted">
      <CheckboxField
        label="The key s watches the focused company, or stops watching it"
        isChecked={isEnabled}
        onChange={(isOn) => {
          setWatchKeyEnabled(isOn);
          setIsEnabled(isOn);
        }}
      />
    </div>
  );
}
