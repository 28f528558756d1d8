import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { listAuditLog } from '#contract/admin/security-events.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { EventTable } from '#web/routes/admin/security-log/event-table.tsx';
import { LogPageLinks } from '#web/routes/admin/security-log/log-page-links.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { buildAuditLogUrl, type AuditFilters as Filters, parseFilters, toQuery } from './audit-log-url.ts';

export const meta = createPageMeta({
  title: 'Audit log',
  description: 'Actions of administrators and operators.',
  noindex: true,
});

export default function AuditLog() {
  const administrator = useAdministrator();
  const [query] = useSearchParams();
  if (!administrator) return <CheckingSignIn title="Audit log" />;
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
  const query = toQuery(filters, cursor) as EndpointInput<typeof listAuditLog>['query'];
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useAdminQuery({
    queryKey: ['admin-audit-log', query],
    queryFn: () => api(listAuditLog, { query }),
    placeholderData: keepPreviousData,
  });
  if (isSecondFactorMissing) return secondFactorSetup;
  return (
    <>
      <AdminNav />
      <PageHeader title="Audit log" description="Actions of administrators and operators, newest first." />
      <AuditFilters
        filters={filters}
        onApply={(applied) => navigate(buildAuditLogUrl(applied), { preventScrollReset: true })}
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading the audit log...</Loading>}
      {data && (
        <div aria-busy={isFetching}>
          {data.results.length > 0 ? (
            <EventTable label="Actions" events={data.results} />
          ) : (
            <EmptyState title="No actions">
              {Object.keys(query).length > 0 ? 'No actions match these filters.' : 'Actions appear here.'}
            </EmptyState>
          )}
          <LogPageLinks
            isFirst={cursor === ''}
            next={data.next}
            buildUrl={(position) => buildAuditLogUrl(filters, position)}
          />
        </div>
      )}
    </>
  );
}
