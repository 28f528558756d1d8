import { useEffect, useRef } from 'react';
import type { Filing } from '#contract/corporate-actions/filings.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { FilingCard } from './filing-card.tsx';
import { type useFilings, useRemoveFiling } from './use-filings.ts';

/** The pending filings, each with a form to confirm or dismiss it. */
export function Filings({ filings }: { filings: ReturnType<typeof useFilings> }) {
  const { data } = filings;
  const section = useRef<HTMLElement>(null);
  const removeFiling = useRemoveFiling();

  const nextId = useRef<number | 'none' | null>(null);
  const settle = (settled: Filing) => {
    const all = data?.results ?? [];
    const index = all.findIndex(({ id }) => id === settled.id);
    nextId.current = (all[index + 1] ?? all[index - 1])?.id ?? 'none';
    removeFiling(settled);
  };
  // The next filing moves to the position of the settled one, so the page does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the settled filing is removed from the list
  useEffect(() => {
    if (nextId.current === null) return;
    const next = document.getElementById(getHeadingId(nextId.current)) ?? section.current;
    next?.focus({ preventScroll: true });
    nextId.current = null;
  }, [data]);
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="pending-filings">
      <h2 id="pending-filings" className="text-xl">
        Pending filings
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">
        The exchange publishes when a notice was filed, but the date of the meeting is only in the notice
        itself. Read the notice, then confirm the date and time to publish the meeting.
      </p>
      <QueryResult
        query={filings}
        loading="Loading filings..."
        empty={{
          title: 'No pending filings',
          text: "Import the exchange's announcements. Notices of board meetings are listed here until you confirm or dismiss them.",
          level: 3,
        }}
      >
        {({ count, results }) => (
          <>
            <p role="status" className="mb-3">
              {formatCount(count)} pending {count === 1 ? 'filing' : 'filings'}
              {count > results.length && `, the newest ${formatCount(results.length)} are listed`}.
            </p>
            <ul className="grid gap-3">
              {results.map((filing) => (
                <li key={filing.id}>
                  <FilingCard filing={filing} headingId={getHeadingId(filing.id)} onSettled={settle} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryResult>
    </section>
  );
}

const getHeadingId = (id: number | 'none') => `filing-${id}`;
