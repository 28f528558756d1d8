import { useEffect, useRef } from 'react';
import type { Filing } from '#contract/corporate-actions/filings.ts';
import { formatCount } from '#web/routes/admin/imports/import-labels.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { FilingCard } from './filing-card.tsx';
import { type useFilings, useRemoveFiling } from './use-filings.ts';

/** The filings whose meetings still lack a day and a time, each with what settles it. */
export function Filings({ filings }: { filings: ReturnType<typeof useFilings> }) {
  const { data, error, isFetching, refetch } = filings;
  const section = useRef<HTMLElement>(null);
  const removeFiling = useRemoveFiling();

  const nextId = useRef<number | 'none' | null>(null);
  const settle = (settled: Filing) => {
    const all = data?.results ?? [];
    const index = all.findIndex(({ id }) => id === settled.id);
    nextId.current = (all[index + 1] ?? all[index - 1])?.id ?? 'none';
    removeFiling(settled);
  };
  // The next one has come up to where the settled one was: neither the page nor the reader has to move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list is without the settled one
  useEffect(() => {
    if (nextId.current === null) return;
    const next = document.getElementById(headingId(nextId.current)) ?? section.current;
    next?.focus({ preventScroll: true });
    nextId.current = null;
  }, [data]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="filings-waiting">
      <h2 id="filings-waiting" className="text-xl">
        Filings that announce a meeting
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">
        The exchange says when a company filed its notice; when the meeting is stands in the notice itself.
        Read it and confirm the day and the time: traders see the meeting from then on.
      </p>
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading filings...</Loading>}
      {data?.results.length === 0 && (
        <EmptyState title="No filings are waiting" level={3}>
          Import the exchange's announcements, and those of board meetings wait here until they are confirmed.
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <>
          <p role="status" className="mb-3">
            {formatCount(data.count)} {data.count === 1 ? 'filing is' : 'filings are'} waiting
            {data.count > data.results.length &&
              `; the newest ${formatCount(data.results.length)} are listed`}
            .
          </p>
          <ul className="grid gap-3">
            {data.results.map((filing) => (
              <li key={filing.id}>
                <FilingCard filing={filing} headingId={headingId(filing.id)} onSettled={settle} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const headingId = (id: number | 'none') => `filing-${id}`;
