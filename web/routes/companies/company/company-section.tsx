import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';

interface CompanySectionProps {
  id: string;
  title: string;
  /** The full list with the company as its filter. */
  link?: { to: string; text: string };
  children: ReactNode;
}

/** A part of the company page. */
export function CompanySection({ id, title, link, children }: CompanySectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {link && (
          <Link to={link.to} className="link text-sm">
            {link.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

interface SectionListProps<Response extends { results: readonly unknown[] }> {
  queryKey: readonly string[];
  load: () => Promise<Response>;
  /** As the server rendered it; `undefined` if it did not. */
  rendered: Response | undefined;
  asOf: string | undefined;
  /** What is loaded, for example `the news`. */
  name: string;
  /** Replaces an empty list. */
  emptyText: string;
  children: (response: Response) => ReactNode;
}

/** The list of a section, or its loading, failed or empty state. */
export function SectionList<Response extends { results: readonly unknown[] }>(
  props: SectionListProps<Response>,
) {
  const { queryKey, load, rendered, asOf, name, emptyText, children } = props;
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey,
    queryFn: load,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData<Response>(rendered, asOf),
  });
  if (!data && isError)
    return (
      <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
        Failed to load {name}. Please try again.
      </LoadFailure>
    );
  if (!data) return <Loading>{`Loading ${name}...`}</Loading>;
  return data.results.length === 0 ? <EmptyText>{emptyText}</EmptyText> : children(data);
}

export const EmptyText = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted">{children}</p>
);

/** Orders dated items, given latest first: those that are due with the next one first, then past ones with the latest first. */
export function orderNextFirst<Item>(
  latestFirst: readonly Item[],
  isDue: (item: Item) => boolean,
  maxPast: number,
): Item[] {
  const due = latestFirst.filter(isDue).toReversed();
  return [...due, ...latestFirst.filter((item) => !isDue(item)).slice(0, maxPast)];
}
