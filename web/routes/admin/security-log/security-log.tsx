import type { ReactNode } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { SecurityEvent } from '#contract/admin/security-events.ts';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventTable } from './event-table.tsx';
import { LogPageLinks } from './log-page-links.tsx';
import {
  buildSecurityLogUrl,
  type EventFilters as Filters,
  parseFilters,
  toQuery,
} from './security-log-url.ts';
import { useSecurityEvents } from './use-security-events.ts';

export const meta = createPageMeta({
  title: 'Security log',
  description: 'Sign-ins, account changes and administrator actions.',
  noindex: true,
});

export default function SecurityLog() {
  const administrator = useAdministrator();
  const [query] = useSearchParams();
  if (!administrator) return <CheckingSignIn title="Security log" />;
  return (
    <Log
      key={administrator.id}
      {...parseFilters(query)}
      // The dashboard shows the setup.
      secondFactorSetup={<Navigate to={paths.adminDashboard} replace />}
    />
  );
}

interface LogProps {
  filters: Filters;
  cursor: string;
  secondFactorSetup: ReactNode;
}

function Log({ filters, cursor, secondFactorSetup }: LogProps) {
  const navigate = useNavigate();
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useSecurityEvents(filters, cursor);
  if (isSecondFactorMissing) return secondFactorSetup;
  return (
    <>
      <AdminNav />
      <PageHeader
        title="Security log"
        description="Sign-ins, account changes and administrator actions, newest first."
      />
      <EventFilters
        filters={filters}
        onApply={(applied) => navigate(buildSecurityLogUrl(applied), { preventScrollReset: true })}
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading security events...</Loading>}
      {data && (
        <div aria-busy={isFetching}>
          <Events events={data.results} isFiltered={Object.keys(toQuery(filters, cursor)).length > 0} />
          <LogPageLinks
            isFirst={cursor === ''}
            next={data.next}
            buildUrl={(position) => buildSecurityLogUrl(filters, position)}
          />
        </div>
      )}
    </>
  );
}

function Events({ events, isFiltered }: { events: readonly SecurityEvent[]; isFiltered: boolean }) {
  if (events.length > 0) return <EventTable events={events} />;
  return (
    <EmptyState title="No events">
      {isFiltered ? 'No events match these filters.' : 'Sign-ins and changes appear here.'}
    </EmptyState>
  );
}
