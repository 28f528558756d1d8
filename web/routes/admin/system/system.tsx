import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { LazyPart } from '#web/admin/lazy-part.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { Jobs } from './jobs.tsx';
import { ServerState } from './server-state.tsx';
import { type SystemState, useSystem } from './use-system.ts';

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
            {data.is_approver_missing && <ApproverMissing />}
            {data.is_disclosure_optional && <DisclosureOptional />}
            <SharedWork webhooks={data.webhooks} feeds={data.feeds} imports={data.imports} />
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

/** A webhook event is usually applied within a second. */
const MAX_LAG_SECONDS = 60;

/** Shows whether payments, news and downloads arrive. */
function SharedWork({ webhooks, feeds, imports }: Pick<SystemState, 'webhooks' | 'feeds' | 'imports'>) {
  return (
    <section>
      <h2 className="mb-2 text-lg">Payments, news and imports</h2>
      <DataTable
        label="Payments, news and imports"
        rows={[
          {
            name: 'Paddle events',
            path: paths.adminBilling,
            isGood: webhooks.failed === 0 && webhooks.lag_seconds <= MAX_LAG_SECONDS,
            state: describeWebhooks(webhooks),
            lastAt: webhooks.last_received_at,
            verb: 'Received',
            none: 'Never received',
          },
          {
            name: 'News sources',
            path: paths.adminNewsSources,
            isGood: feeds.failing === 0 && feeds.overdue === 0,
            state: describeFeeds(feeds),
            lastAt: feeds.last_success_at,
            verb: 'Fetched',
            none: 'Never fetched',
          },
          {
            name: 'Downloads to review',
            path: paths.adminImports,
            isGood: imports.waiting === 0,
            state:
              imports.waiting === 0
                ? 'No rows wait for review.'
                : `${formatCount(imports.waiting)} ${imports.waiting === 1 ? 'file has' : 'files have'} rows that wait for review.`,
            lastAt: imports.since,
            verb: 'Waiting since',
            none: 'None waits',
          },
        ]}
        getKey={({ name }) => name}
        columns={{
          Work: ({ name, path }) => (
            <Link to={path} className="text-accent underline underline-offset-2">
              {name}
            </Link>
          ),
          State: ({ isGood, state }) => (
            <span>
              <Health isGood={isGood} /> <span>{state}</span>
            </span>
          ),
          Time: ({ lastAt, verb, none }) => <LastTime at={lastAt} prefix={verb} none={none} />,
        }}
      />
    </section>
  );
}

const Health = ({ isGood }: { isGood: boolean }) =>
  isGood ? <Badge variant="active">OK</Badge> : <Badge variant="warning">Needs attention</Badge>;

function LastTime({ at, prefix, none }: { at: string | null; prefix: string; none: string }) {
  if (at === null) return <span className="text-muted">{none}</span>;
  return (
    <span>
      <span>{prefix}</span> <PakistanTime at={at} />
    </span>
  );
}

function describeWebhooks({ waiting, failed, lag_seconds }: SystemState['webhooks']): string {
  const parts: string[] = [];
  if (failed > 0) parts.push(`${formatCount(failed)} failed`);
  if (waiting > 0)
    parts.push(`${formatCount(waiting)} waiting, the oldest for ${formatSeconds(lag_seconds)}`);
  return parts.length === 0 ? 'All events are applied.' : `${parts.join('; ')}.`;
}

function describeFeeds({ healthy, failing, overdue, disabled }: SystemState['feeds']): string {
  const parts = [`${formatCount(healthy)} healthy`];
  if (failing > 0) parts.push(`${formatCount(failing)} failing`);
  if (overdue > 0) parts.push(`${formatCount(overdue)} overdue`);
  if (disabled > 0) parts.push(`${formatCount(disabled)} disabled`);
  return `${parts.join(', ')}.`;
}

function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
