import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { Jobs } from './jobs.tsx';
import { RecentEvents } from './recent-events.tsx';
import { ServerState } from './server-state.tsx';
import { SharedWork } from './shared-work.tsx';
import { useSystem } from './use-system.ts';

export const meta = createAdminMeta(
  'System',
  'The state of the server, background jobs, payments and news sources.',
);

export default forAdministrators('System', function System() {
  const system = useSystem();
  return (
    <AdminPage
      title="System"
      description="What runs in the background, and whether anything needs attention."
      query={system}
    >
      <QueryResult query={system} loading="Loading the state of the system...">
        {(data) => (
          <div className="grid gap-8">
            {data.is_approver_missing && <ApproverMissing />}
            <SharedWork webhooks={data.webhooks} feeds={data.feeds} />
            <Jobs queues={data.queues} failed={data.failed_jobs} failedCount={data.failed_job_count} />
            <ServerState server={data.server} />
            <RecentEvents />
          </div>
        )}
      </QueryResult>
    </AdminPage>
  );
});

const ApproverMissing = () => (
  <Notice tone="warning" role="status" title="No signal can be approved">
    Signals need the approval of a second administrator, and there is none. Create one with{' '}
    <code>npm run tezi -- admin create --username NAME</code>.
  </Notice>
);
