import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatTimestamp } from '#core/contract/dates.ts';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { useSession } from '#core/web/session/session.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { LazyPremiumNotice } from '#features/billing/web/public/subscriptions/lazy-premium-notice.tsx';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import { isNear } from '#features/signals/contract/levels/levels.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { getStateLabel } from '#features/signals/contract/signal-state.ts';
import { useEnteredSignals } from '#features/signals/web/public/entered-signals.ts';
import { EntryVerdict } from '#features/signals/web/public/lazy-entry-verdict.ts';
import { LazyLiveStatus } from '#features/signals/web/public/live/lazy-live-status.ts';
import { getComparableClose } from '#features/signals/web/public/price-levels/comparable-close.ts';
import { LevelStrip } from '#features/signals/web/public/price-levels/level-strip.tsx';
import { NO_FILTERS } from '#features/signals/web/public/psx/filters.ts';
import { useSignals } from '#features/signals/web/public/psx/use-signals.ts';
import { isActiveSignal, ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { TypeLinks } from '#features/signals/web/public/type-links.tsx';
import type { RenderedToday } from './load-calendar.ts';
import type { VisitNews } from './since-last-visit.tsx';

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
const SinceLastVisit = loadAfterIdle(async () => (await import('./since-last-visit.tsx')).SinceLastVisit);

interface SignalSectionsProps extends OpenSignalsProps {
  queries: readonly (Pick<ReturnType<typeof useSignals>, 'isError' | 'isFetching' | 'refetch'> & {
    data: SignalList | undefined;
  })[];
  notice?: ReactNode;
}

function SignalSections({ queries, rendered, symbol, notice, children }: SignalSectionsProps) {
  const entered = useEnteredSignals();
  const [news, setNews] = useState<VisitNews>();
  const failed = queries.filter(({ data, isError }) => isError && !data);
  const isPending = queries.some(({ data, isError }) => !data && !isError);
  const open = queries.flatMap(({ data }) => data?.results ?? []).filter(isActiveSignal);
  const signals = orderByAttention(open, entered);
  // Premium signals may be in progress that the user cannot read.
  const isFree = queries.length === 1 || notice;
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
          {news && <NewsLine {...news} />}
          {signals.length > 0 && (
            <ul>
              {signals.map((signal) => (
                <SignalRow
                  key={signal.id}
                  signal={signal}
                  hasEntered={entered.includes(signal.id)}
                  mark={news?.marks.get(signal.id)}
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
                : `No ${isFree ? 'free ' : ''}signal is in progress. New ones appear here when they are published.`}
            </p>
          )}
          {notice && <div className="mt-4">{notice}</div>}
          <LazyLiveStatus />
        </section>
        <SinceLastVisit symbol={symbol} onNews={setNews} />
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{children}</div>
      <WhenNear code={SymbolNews} isRendered={rendered !== null} name="the news">
        <SymbolNews
          {...{ signals, symbol, rendered }}
          isComplete={!isPending}
          hasFailed={failed.length > 0}
        />
      </WhenNear>
    </>
  );
}

/** What happened since the user was last here, with a link to the list. */
const NewsLine = ({ since, summary }: VisitNews) => (
  <p className="mt-2 text-sm text-muted">
    {summary === '' ? (
      <span>Nothing new</span>
    ) : (
      <a href="#changes" className="link">
        {summary}
      </a>
    )}{' '}
    <span>since your last visit,</span>{' '}
    <time dateTime={since} translate="no">
      {formatTimestamp(since)}
    </time>
  </p>
);

const ATTENTION_BADGES: Partial<Record<Attention, [text: string, variant: BadgeVariant]>> = {
  stop_passed: ['Stop passed at close', 'danger'],
  near_stop: ['Near stop', 'warning'],
  near_target: ['Near target', 'active'],
  near_entry: ['Near entry', 'active'],
};

interface SignalRowProps {
  signal: Signal;
  hasEntered: boolean;
  /** What happened to it since the last visit. */
  mark: string | undefined;
}

/** A signal on a few lines: what to do, the levels, the last close and the result so far. */
function SignalRow({ signal, hasEntered, mark }: SignalRowProps) {
  const { symbol, order_type, signal_type, state } = signal;
  const badge = ATTENTION_BADGES[getAttention(signal)];
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
        {mark && <Badge variant="active">{mark}</Badge>}
        <span className="ms-auto flex items-baseline gap-x-2 text-xs text-muted">
          <span className={badge || mark || hasEntered ? 'max-sm:sr-only' : ''}>
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

/** Why a trader should look at a signal in progress, most urgent first. */
const ATTENTION = [
  'stop_passed',
  'near_stop',
  'near_target',
  'open',
  'near_entry',
  'waiting',
  'missed',
] as const;
export type Attention = (typeof ATTENTION)[number];

type WatchedSignal = Pick<
  Signal,
  | 'id'
  | 'entry_price'
  | 'stop_loss'
  | 'target_points'
  | 'published_levels'
  | 'last_close'
  | 'price_status'
  | 'state'
>;

/** Returns why a signal in progress needs attention, by its state and its last close. */
export function getAttention(signal: WatchedSignal): Attention {
  const { kind, targets_hit } = signal.state;
  if (signal.price_status === 'stop_passed') return 'stop_passed';
  if (kind === 'entry_missed') return 'missed';
  if (kind === 'waiting') return isCloseNear(signal, signal.entry_price) ? 'near_entry' : 'waiting';
  if (isCloseNear(signal, signal.stop_loss)) return 'near_stop';
  return isCloseNear(signal, signal.target_points[targets_hit]) ? 'near_target' : 'open';
}

/** Orders signals by what needs attention first; those that the user has entered come before all others. */
export const orderByAttention = <S extends WatchedSignal>(
  signals: readonly S[],
  entered: readonly string[],
): S[] => signals.toSorted((a, b) => getRank(a, entered) - getRank(b, entered));

const getRank = (signal: WatchedSignal, entered: readonly string[]) =>
  ATTENTION.indexOf(getAttention(signal)) - (entered.includes(signal.id) ? ATTENTION.length : 0);

function isCloseNear(signal: WatchedSignal, level: string | undefined): boolean {
  const close = getComparableClose(signal)?.close;
  if (close === undefined || level === undefined) return false;
  return isNear(signal.published_levels, toPaisa(close) - toPaisa(level));
}
