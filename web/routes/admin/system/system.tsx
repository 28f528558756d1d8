import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { LazyPart } from '#web/admin/lazy-part.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { Checks } from './checks.tsx';
import { Jobs } from './jobs.tsx';
import { ServerState } from './server-state.tsx';
import { useSystem } from './use-system.ts';

const ArrivalTimes = lazyWithPreload(
  async () => (await import('#web/alerts/arrival-times.tsx')).ArrivalTimes,
);
const ExportBundle = lazyWithPreload(async () => (await import('./export-bundle.tsx')).ExportBundle);
const RecentEvents = lazyWithPreload(async () => (await import('./recent-events.tsx')).RecentEvents);

export const meta = createAdminMeta(
  'System',
  'The state of the server, background jobs, payments, news sources and alerts.',
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
            <Checks checks={data.checks} />
            {data.is_approver_missing && <ApproverMissing />}
            {data.is_disclosure_optional && <DisclosureOptional />}
            <Jobs queues={data.queues} failed={data.failed_jobs} failedCount={data.failed_job_count} />
            <ServerState server={data.server} />
            <section>
              <h2 className="mb-2 text-lg">How fast alerts arrive</h2>
              <LazyPart code={ArrivalTimes} name="How fast alerts arrive">
                <ArrivalTimes />
              </LazyPart>
            </section>
            <LazyPart code={ExportBundle} name="The inspection bundle">
              <ExportBundle />
            </LazyPart>
            <LazyPart code={RecentEvents} name="The recent events">
              <RecentEvents />
            </LazyPart>
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

const DisclosureOptional = () => (
  <Notice tone="info" role="status" title="Disclosures are optional">
    Signals can be published without a rationale, a statement of holdings and conflicts, and a registered{' '}
    <Link to={paths.adminAnalysts} className="link">
      analyst
    </Link>
    , which research regulations ask for. Set <code>SIGNAL_DISCLOSURE=required</code>.
  </Notice>
);
