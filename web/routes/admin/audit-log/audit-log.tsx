import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { listAuditLog } from '#contract/admin/security-events.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { LogPage } from '#web/routes/admin/logs/log-page.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditLogUrl, type AuditFilters as Filters } from './audit-log-url.ts';

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
      {...auditLogUrl.parse(query)}
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
  const query = auditLogUrl.toQuery(filters, cursor) as EndpointInput<typeof listAuditLog>['query'];
  const events = useAdminQuery({
    queryKey: ['admin-audit-log', query],
    queryFn: () => api(listAuditLog, { query }),
    placeholderData: keepPreviousData,
  });
  if (events.isSecondFactorMissing) return secondFactorSetup;
  return (
    <LogPage
      title="Audit log"
      description="Actions of administrators and operators, newest first."
      events={events}
      loading="Loading the audit log..."
      tableLabel="Actions"
      empty={{
        title: 'No actions',
        text: Object.keys(query).length > 0 ? 'No actions match these filters.' : 'Actions appear here.',
      }}
      isFirst={cursor === ''}
      buildUrl={(position) => auditLogUrl.build(filters, position)}
    >
      <AuditFilters
        filters={filters}
        onApply={(applied) => navigate(auditLogUrl.build(applied), { preventScrollReset: true })}
      />
    </LogPage>
  );
}
