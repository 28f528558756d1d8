import type { ReactNode } from 'react';
import type { SecurityEvent } from '#contract/admin/security-events.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EventTable } from './event-table.tsx';
import { LogPageLinks } from './log-page-links.tsx';

interface LogPageProps {
  title: string;
  description: string;
  /** The filter form. */
  children: ReactNode;
  events: {
    data?: { results: readonly SecurityEvent[]; next: string | null } | undefined;
    error: string | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  loading: string;
  tableLabel?: string;
  empty: { title: string; text: string };
  isFirst: boolean;
  /** Builds the URL of a page with the same filters, without a cursor that of the first one. */
  buildUrl: (cursor?: string) => string;
}

/** A log for administrators, newest first. */
export function LogPage({
  title,
  description,
  children,
  events: { data, error, isFetching, refetch },
  loading,
  tableLabel,
  empty,
  isFirst,
  buildUrl,
}: LogPageProps) {
  return (
    <>
      <AdminNav />
      <PageHeader title={title} description={description} />
      {children}
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>{loading}</Loading>}
      {data && (
        <div aria-busy={isFetching}>
          {data.results.length > 0 ? (
            <EventTable label={tableLabel} events={data.results} />
          ) : (
            <EmptyState title={empty.title}>{empty.text}</EmptyState>
          )}
          <LogPageLinks isFirst={isFirst} next={data.next} buildUrl={buildUrl} />
        </div>
      )}
    </>
  );
}
