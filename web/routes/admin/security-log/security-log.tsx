import type { ReactNode } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { LogPage } from '#web/routes/admin/logs/log-page.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { EventFilters } from './event-filters.tsx';
import { type EventFilters as Filters, securityLogUrl } from './security-log-url.ts';
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
      {...securityLogUrl.parse(query)}
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
  const events = useSecurityEvents(filters, cursor);
  if (events.isSecondFactorMissing) return secondFactorSetup;
  const isFiltered = Object.keys(securityLogUrl.toQuery(filters, cursor)).length > 0;
  return (
    <LogPage
      title="Security log"
      description="Sign-ins, account changes and administrator actions, newest first."
      events={events}
      loading="Loading security events..."
      empty={{
        title: 'No events',
        text: isFiltered ? 'No events match these filters.' : 'Sign-ins and changes appear here.',
      }}
      isFirst={cursor === ''}
      buildUrl={(position) => securityLogUrl.build(filters, position)}
    >
      <EventFilters
        filters={filters}
        onApply={(applied) => navigate(securityLogUrl.build(applied), { preventScrollReset: true })}
      />
    </LogPage>
  );
}
