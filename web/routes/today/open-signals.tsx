import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatTimestamp } from '#contract/dates.ts';
import { formatSigned } from '#contract/format-signed.ts';
import { getSignalPath, paths } from '#contract/paths.ts';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getStateLabel } from '#contract/signals/signal-state.ts';
import { NO_FILTERS } from '#web/routes/signals/psx/filters.ts';
import { EntryVerdict } from '#web/signals/lazy-entry-verdict.ts';
import { LazyContent } from '#web/ui/lazy/lazy-content.tsx';
import { useSignals } from '#web/routes/signals/psx/use-signals.ts';
import { LazyPremiumNotice } from '#web/routes/subscriptions/lazy-premium-notice.tsx';
import { useSession } from '#web/session/session.ts';
import { useEnteredSignals } from '#web/signals/entered-signals.ts';
import { LazyLiveStatus } from '#web/signals/live/lazy-live-status.ts';
import { LevelStrip } from '#web/signals/price-levels/level-strip.tsx';
import { isActiveSignal, ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { TypeLinks } from '#web/signals/type-links.tsx';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { loadAfterIdle } from '#web/ui/lazy/after-idle.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#web/ui/lazy/when-near.tsx';
import { type Attention, getAttention, orderByAttention } from './attention.ts';
import { describeNews, useLastVisit } from './last-visit.ts';
import type { RenderedToday } from './load-calendar.ts';

/** The filters of the page's signals: those in progress. */
export const IN_PROGRESS = { ...NO_FILTERS, state: 'active' } as const;

interface OpenSignalsProps {
  rendered: RenderedToday | null;
  /** The companies to which the page is limited; none for all. */
  symbol: string[];
  /** The dates: next to the signals and the news on wide screens, between them on others. */
  children: ReactNode;
}

/** The signals in progress that the user may read, and the news of their companies. Grid items. */
export function OpenSignals(props: OpenSignalsProps) {
  return useSession() ? <SignalsOfUser {...props} /> : <FreeSignals {...props} />;
}

function FreeSignals(props: OpenSignalsProps) {
  const filters = { ...IN_PROGRESS, symbol: props.symbol };
  const intraday = useSignals('intraday', filters, props.rendered?.signals ?? null);
  return <SignalSections queries={[intraday]} {...props} />;
}

function SignalsOfUser(props: OpenSignalsProps) {
  const filters = { ...IN_PROGRESS, symbol: props.symbol };
  const intraday = useSignals('intraday', filters, props.rendered?.signals ?? null);
  const swing = useSignals('swing', filters, null);
  const investment = useSignals('investment', filters, null);
  // Without access to the type, the list has no position in the stream.
  const notice = swing.data?.last_event_id === null && <LazyPremiumNotice list={swing.data} />;
  return <SignalSections queries={[intraday, swing, investment]} notice={notice} {...props} />;
}

const SymbolNews = lazyWithPreload(async () => (await import('./symbol-news.tsx')).SymbolNews);
const EndedSignals = loadAfterIdle(async () => (await import('./ended-signals.tsx')).EndedSignals);

interface SignalSectionsProps extends OpenSignalsProps {
  queries: readonly (Pick<ReturnType<typeof useSignals>, 'isError' | 'isFetching' | 'refetch'> & {
    data: SignalList | undefined;
  })[];
  notice?: ReactNode;
}

function SignalSections({ queries, rendered, symbol, notice, children }: SignalSectionsProps) {
  const entered = useEnteredSignals();
  const lastVisit = useLastVisit();
  const failed = queries.filter(({ data, isError }) => isError && !data);
  const isPending = queries.some(({ data, isError }) => !data && !isError);
  const open = queries.flatMap(({ data }) => data?.results ?? []).filter(isActiveSignal);
  const signals = orderByAttention(open, entered);
  return (
    <>
      <div className="grid grid-cols-1 gap-6">
        <section aria-labelledby="signals">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-1.5">
            <h2 id="signals" className="text-lg">
              Signals in progress
            </h2>
            <Link to={paths.psxSignals} className="link text-sm">
              All signals
            </Link>
          </div>
          <TypeLinks className="border-b border-line" />
          {failed.map((query) => (
            <LoadFailure
              key={queries.indexOf(query)}
              className="mt-3"
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
            >
              Failed to load signals. Please try again.
            </LoadFailure>
          ))}
          {lastVisit && <Changes signals={signals} since={lastVisit} />}
          {signals.length > 0 && (
            <ul>
              {signals.map((signal) => (
                <SignalRow
                  key={signal.id}
                  signal={signal}
                  hasEntered={entered.includes(signal.id)}
                  lastVisit={lastVisit}
                />
              ))}
            </ul>
          )}
          {signals.length > 0 ? null : isPending ? (
            <Skeleton>Loading signals...</Skeleton>
          ) : failed.length > 0 ? null : (
            <p className="py-3 text-sm text-muted">
              {symbol.length > 0
                ? 'None of your companies has a signal in progress.'
                : 'No signal is in progress. New ones appear here when they are published.'}
            </p>
          )}
          {notice && <div className="mt-4">{notice}</div>}
          <LazyLiveStatus />
        </section>
        {lastVisit && <EndedSignals since={lastVisit} hasPremium={queries.length > 1} symbol={symbol} />}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{children}</div>
      <WhenNear code={SymbolNews} isRendered={rendered !== null} name="the news">
        <SymbolNews signals={signals} symbol={symbol} rendered={rendered} isComplete={!isPending} />
      </WhenNear>
    </>
  );
}

/** The number of signals that are new or changed since the user was last here. */
function Changes({ signals, since }: { signals: readonly Signal[]; since: string }) {
  const parts = ['New', 'Changed'].flatMap((news) => {
    const { length } = signals.filter((signal) => describeNews(signal, since) === news);
    return length === 0 ? [] : `${length} ${news.toLowerCase()}`;
  });
  return (
    <p className="mt-2 text-sm text-muted">
      <span>{parts.length === 0 ? 'Nothing new' : parts.join(', ')}</span> since your last visit,{' '}
      <time dateTime={since}>{formatTimestamp(since)}</time>
    </p>
  );
}

const ATTENTION_BADGES: Partial<Record<Attention, [text: string, variant: BadgeVariant]>> = {
  stop_passed: ['Stop passed at close', 'danger'],
  near_stop: ['Near stop', 'warning'],
  near_target: ['Near target', 'active'],
  near_entry: ['Near entry', 'active'],
};

interface SignalRowProps {
  signal: Signal;
  hasEntered: boolean;
  lastVisit: string | null;
}

/** A signal on a few lines: what to do, the levels, the last close and the result so far. */
function SignalRow({ signal, hasEntered, lastVisit }: SignalRowProps) {
  const { symbol, order_type, signal_type, state } = signal;
  const badge = ATTENTION_BADGES[getAttention(signal)];
  const news = lastVisit && describeNews(signal, lastVisit);
  const result = Number(state.r_multiple);
  return (
    <li data-signal={signal.id} className="relative border-b border-line py-2 hover:bg-surface">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={getSignalPath(signal.id)}
          className="font-semibold after:absolute after:inset-0 wrap-anywhere"
        >
          <span translate="no">{symbol}</span>
          <span className="sr-only">{`: ${signal.title}`}</span>
        </Link>
        <Badge variant="outline">{ORDER_LABELS[order_type]}</Badge>
        <span className="text-sm">{getStateLabel(state)}</span>
        {badge && <Badge variant={badge[1]}>{badge[0]}</Badge>}
        {hasEntered && <Badge variant="pro">You entered</Badge>}
        {news && <Badge variant="active">{news}</Badge>}
        <span className="ms-auto flex items-baseline gap-x-2 text-xs text-muted">
          <span className={badge || news || hasEntered ? 'max-sm:sr-only' : ''}>
            {TYPE_LABELS[signal_type]}
          </span>
          {state.r_multiple !== null && (
            <span
              translate="no"
              className={`figures text-sm font-semibold ${result > 0 ? 'text-gain' : result < 0 ? 'text-loss' : ''}`}
            >
              {`${formatSigned(state.r_multiple)} R`}
            </span>
          )}
        </span>
      </div>
      <LevelStrip signal={signal} className="mt-0.5" />
      <LazyContent code={EntryVerdict} props={{ signal, isInRow: true }} />
    </li>
  );
}
