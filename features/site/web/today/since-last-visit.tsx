import '#features/accounts/web/public/watchlist/entered-account.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatShortDate, formatTimestamp } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { readPersonalValue, savePersonalValue } from '#core/web/session/personal-values.ts';
import { useSession } from '#core/web/session/session.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { Section } from '#core/web/ui/section.tsx';
import {
  type ChangedSignal,
  listSignalChanges,
  type TimelineEvent,
} from '#features/signals/contract/track-record/signal-details.ts';
import { describeEvent } from '#features/signals/web/public/signal/timeline/describe-event.ts';
import { CHANGES_KEY } from '#features/signals/web/public/signal-keys.ts';
import { ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

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

/** Who returns within this time continues the same visit. */
const VISIT_MS = 30 * 60_000;

/** When the page was opened, and until where it showed what had happened. */
interface Visit {
  /** In RFC 3339. */
  at: string;
  /** The position of `listSignalChanges`. */
  position: string;
}

interface Visits {
  /** When the page was opened last. */
  seen: Visit;
  /** The same of the visit before; `null` in the first visit. */
  previous: Visit | null;
}

/** Returns the visit before this one in this browser; `null` in the first one. */
const findPreviousVisit = (now: Date): Visit | null => continueVisit(readVisits(), now);

/** Stores that the user has seen what happened until a position. */
function saveVisit(position: string, now: Date): void {
  const seen = { at: now.toISOString(), position };
  savePersonalValue('visits', JSON.stringify({ seen, previous: findPreviousVisit(now) }));
}

/** Returns the visit before the one that the stored visits continue at a time. */
export function continueVisit(stored: Visits | null, now: Date): Visit | null {
  if (stored === null) return null;
  const isNew = now.getTime() - Date.parse(stored.seen.at) > VISIT_MS;
  return isNew ? stored.seen : stored.previous;
}

function readVisits(): Visits | null {
  try {
    const { seen, previous } = JSON.parse(readPersonalValue('visits') ?? '{}') as Partial<Visits>;
    return isVisit(seen) ? { seen, previous: isVisit(previous) ? previous : null } : null;
  } catch {
    return null;
  }
}

const isVisit = (visit: Partial<Visit> | null | undefined): visit is Visit =>
  typeof visit?.position === 'string' && !Number.isNaN(Date.parse(String(visit.at)));

type Kind = TimelineEvent['kind'];

/** What is counted, in the order of the summary. A signal is counted once in each. */
const COUNTED: readonly [one: string, many: string, kinds: readonly Kind[]][] = [
  ['new', 'new', ['published']],
  ['entry filled', 'entries filled', ['filled']],
  ['reached a target', 'reached a target', ['target_hit']],
  ['hit its stop loss', 'hit their stop losses', ['stop_hit']],
  [
    'closed or expired',
    'closed or expired',
    ['closed', 'expired', 'exited', 'not_filled', 'deleted', 'void'],
  ],
];

/** Describes in a few words what happened to signals: `1 new, 2 entries filled, 1 changed`. */
export function summarizeChanges(changed: readonly Pick<ChangedSignal, 'events'>[]): string {
  const countThose = (isCounted: (kinds: ReadonlySet<Kind>) => boolean) =>
    changed.filter(({ events }) => isCounted(new Set(events.map(({ kind }) => kind)))).length;
  const counts = COUNTED.map(([one, many, kinds]): [string, string, number] => [
    one,
    many,
    countThose((own) => kinds.some((kind) => own.has(kind))),
  ]);
  const named = COUNTED.flatMap(([, , kinds]) => kinds);
  const rest = countThose((own) => !named.some((kind) => own.has(kind)));
  return [...counts, ['changed', 'changed', rest] as const]
    .filter(([, , count]) => count > 0)
    .map(([one, many, count]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}
