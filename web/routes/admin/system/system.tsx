import { Navigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Jobs } from './jobs.tsx';
import { RecentEvents } from './recent-events.tsx';
import { ServerState } from './server-state.tsx';
import { SharedWork } from './shared-work.tsx';
import { useSystem } from './use-system.ts';

export const meta = createPageMeta({
  title: 'System',
  description: 'The state of the server, background jobs, payments and news sources.',
  noindex: true,
});

export default function System() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="System" />;
  return <State key={administrator.id} />;
}

function State() {
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useSystem();
  // The dashboard shows the setup.
  if (isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;
  return (
    <>
      <AdminNav />
      <PageHeader
        title="System"
        description="What runs in the background, and whether anything needs attention."
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading the state of the system...</Loading>}
      {data && (
        <div className="grid gap-8">
          {data.is_approver_missing && <ApproverMissing />}
          <SharedWork webhooks={data.webhooks} feeds={data.feeds} />
          <Jobs queues={data.queues} failed={data.failed_jobs} failedCount={data.failed_job_count} />
          <ServerState server={data.server} />
          <RecentEvents />
        </div>
      )}
    </>
  );
}

const ApproverMissing = () => (
  <Notice tone="warning" role="status" title="No signal can be approved">
    Signals need the approval of a second administrator, and there is none. Create one with{' '}
    <code>npm run tezi -- admin create --username NAME</code>.
  </Notice>
);
