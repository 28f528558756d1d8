import '#web/watchlist/entered-account.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatShortDate, formatTimestamp } from '#contract/dates.ts';
import { formatSigned } from '#contract/format-signed.ts';
import { getSignalPath } from '#contract/paths.ts';
import { type ChangedSignal, listSignalChanges } from '#contract/track-record/signal-changes.ts';
import { api } from '#web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#web/api/query-options.ts';
import { getNow } from '#web/api/server-clock.ts';
import { describeEvent } from '#web/routes/signals/signal/timeline/describe-event.ts';
import { useSession } from '#web/session/session.ts';
import { CHANGES_KEY } from '#web/signals/signal-keys.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Figures } from '#web/ui/figure.tsx';
import { Section } from '#web/ui/section.tsx';
import { findPreviousVisit, saveVisit } from './last-visit.ts';
import { summarizeChanges } from './summarize-changes.ts';

/** What happened since the last visit, for the rest of the page. */
export interface VisitNews {
  since: string;
  /** `2 new, 1 reached a target`; blank if nothing happened. */
  summary: string;
  /** The IDs of the changed signals, each with its mark. */
  marks: ReadonlyMap<string, 'New' | 'Changed'>;
}

interface SinceLastVisitProps {
  /** The companies to which the page is limited; none for all. */
  symbol: string[];
  onNews: (news: VisitNews) => void;
}

/** Longer lists are folded. */
const MAX_VISIBLE = 8;

/** What happened to signals since the last visit in this browser. Nothing in the first visit, from which the next one continues. */
export function SinceLastVisit({ symbol, onNews }: SinceLastVisitProps) {
  const user = useSession();
  const [visit] = useState(() => findPreviousVisit(getNow()));
  const isSaved = useRef(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...CHANGES_KEY, visit?.position, user?.id ?? 'visitor'],
    queryFn: () => api(listSignalChanges, { query: visit ? { after: visit.position } : {} }),
    enabled: user !== undefined,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
  });
  const isListed = (changed: ChangedSignal) => symbol.length === 0 || symbol.includes(changed.symbol);
  const changed = data?.results.filter(isListed) ?? [];
  const report = useEffectEvent((position: string) => {
    // What is loaded later, or in the background, may not be seen: the next visit lists it again.
    if (!isSaved.current && document.visibilityState === 'visible') {
      saveVisit(position, getNow());
      isSaved.current = true;
    }
    if (visit) onNews({ since: visit.at, summary: summarizeChanges(changed), marks: toMarks(changed) });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on the companies too
  useEffect(() => {
    if (data) report(data.position);
  }, [data, symbol.join()]);
  if (visit === null || (data && changed.length === 0)) return null;
  return (
    <Section id="changes" title="Since your last visit">
      {!data && !isError && (
        <p role="status" className="text-sm text-muted">
          Loading what happened...
        </p>
      )}
      {!data && isError && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load what happened since your last visit. Please try again.
        </LoadFailure>
      )}
      <ChangedList changed={changed.slice(0, MAX_VISIBLE)} />
      {changed.length > MAX_VISIBLE && (
        <details className="mt-2">
          <summary className="inline-flex min-h-8 items-center">
            <span className="link text-sm">{`Show ${changed.length - MAX_VISIBLE} more`}</span>
          </summary>
          <ChangedList changed={changed.slice(MAX_VISIBLE)} />
        </details>
      )}
      {data && !data.is_complete && (
        <p className="mt-2 text-xs text-muted">Older changes are in the timelines of the signals.</p>
      )}
    </Section>
  );
}

const toMarks = (changed: readonly ChangedSignal[]): VisitNews['marks'] =>
  new Map(
    changed.map(({ id, events }) => [
      id,
      events.some(({ kind }) => kind === 'published') ? 'New' : 'Changed',
    ]),
  );

const ChangedList = ({ changed }: { changed: readonly ChangedSignal[] }) => (
  <ul className="text-sm">
    {changed.map((signal) => (
      <ChangedRow key={signal.id} signal={signal} />
    ))}
  </ul>
);

function ChangedRow({ signal }: { signal: ChangedSignal }) {
  const { id, symbol, signal_type, order_type, r_multiple, events } = signal;
  const result = Number(r_multiple);
  return (
    <li data-changed={id} className="relative border-b border-line py-2 hover:bg-surface">
      <p className="flex flex-wrap items-center gap-x-2">
        <Link
          to={getSignalPath(id)}
          translate="no"
          className="font-semibold wrap-anywhere after:absolute after:inset-0"
        >
          {symbol}
        </Link>
        <Badge variant="outline">{ORDER_LABELS[order_type]}</Badge>
        <span className="text-xs text-muted">{TYPE_LABELS[signal_type]}</span>
        {r_multiple !== null && (
          <span
            translate="no"
            className={`figures ms-auto font-semibold ${result > 0 ? 'text-gain' : result < 0 ? 'text-loss' : ''}`}
          >
            {`${result > 0 ? '▲ ' : result < 0 ? '▼ ' : ''}${formatSigned(r_multiple)} R`}
          </span>
        )}
      </p>
      <ul>
        {events.map((event) => (
          <li key={JSON.stringify(event)} className="flex gap-x-1">
            <time
              dateTime={event.at ?? event.date}
              translate="no"
              className="figures w-24 shrink-0 text-muted"
              {...(event.at && { title: formatTimestamp(event.at) })}
            >
              {formatShortDate(event.date)}
            </time>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Figures>{describeEvent(event).split('\n')[0] ?? ''}</Figures>
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}
