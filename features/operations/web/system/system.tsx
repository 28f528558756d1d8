import { useRef } from 'react';
import { Link } from 'react-router';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { type CheckResult, readSystem, retryJob } from '#features/operations/contract/system.ts';
import { CheckState } from '#features/operations/web/check-states.tsx';
import { ServerState, type SystemState } from './server-state.tsx';

const ArrivalTimes = lazyWithPreload(
  async () => (await import('#features/alerts/web/public/arrival-times.tsx')).ArrivalTimes,
);
const ExportBundle = lazyWithPreload(async () => (await import('./export-bundle.tsx')).ExportBundle);
const RecentEvents = lazyWithPreload(async () => (await import('./recent-events.tsx')).RecentEvents);

const SYSTEM_KEY = ['admin-system'];
const REFRESH_MS = 15_000;

export const meta = createAdminMeta(
  'System',
  'The state of the server, background jobs, payments, news sources and alerts.',
);

export default forAdministrators('System', function System() {
  const system = useAdminQuery({
    queryKey: SYSTEM_KEY,
    queryFn: () => api(readSystem, {}),
    refetchInterval: REFRESH_MS,
  });
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
            <Jobs state={data} />
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

/** Shows what does not work and what to do, and on request what works. */
function Checks({ checks }: { checks: readonly CheckResult[] }) {
  const shown = checks.filter(({ state }) => state !== 'off');
  const problems = shown.filter(({ state }) => state !== 'ok');
  const passed = shown.filter(({ state }) => state === 'ok');
  return (
    <section>
      <h2 className="mb-2 text-lg">Checks</h2>
      {problems.length === 0 ? (
        <p className="text-sm">Everything that is checked works.</p>
      ) : (
        <CheckTable label="Problems" rows={problems} others={{ 'What to do': WhatToDo }} />
      )}
      {passed.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-sm font-medium">
            <span>Checks that are OK: </span>
            <span translate="no" className="figures">
              {passed.length}
            </span>
          </summary>
          <div className="mt-2">
            <CheckTable label="Checks that are OK" rows={passed} />
          </div>
        </details>
      )}
    </section>
  );
}

interface CheckTableProps {
  label: string;
  rows: readonly CheckResult[];
  others?: Record<string, typeof WhatToDo>;
}

const CheckTable = ({ label, rows, others = {} }: CheckTableProps) => (
  <DataTable
    label={label}
    rows={rows}
    getKey={({ id, server }) => `${id} ${server}`}
    columns={{
      Check: CheckName,
      Finding: ({ cause }) => <p>{cause}</p>,
      Since: ({ since }) => <PakistanTime at={since} />,
      ...others,
    }}
  />
);

function CheckName({ title, state, server, path }: CheckResult) {
  return (
    <div className="grid justify-items-start gap-1">
      <CheckState state={state} />
      {path === null ? (
        <span className="font-semibold">{title}</span>
      ) : (
        <Link to={path} className="link font-semibold">
          {title}
        </Link>
      )}
      {server !== null && (
        <span translate="no" className="text-xs text-muted">
          {server}
        </span>
      )}
    </div>
  );
}

const WhatToDo = ({ action, runbook }: CheckResult) => (
  <div className="grid gap-1 lg:min-w-64">
    {action !== null && <p>{action}</p>}
    <code translate="no" className="text-xs text-muted">
      {runbook}
    </code>
  </div>
);

/** Shows the queues of background jobs, and the jobs that failed permanently. */
function Jobs({ state }: { state: SystemState }) {
  const { queues, failed_jobs: failed, failed_job_count: failedCount } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const refetch = useRefetch(SYSTEM_KEY);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-lg">
        Background jobs
      </h2>
      {queues.length === 0 ? (
        <p className="text-sm text-muted">No jobs are waiting or running.</p>
      ) : (
        <DataTable
          label="Queues"
          rows={queues}
          getKey={({ name }) => name}
          numeric={['Waiting', 'Running', 'Failed']}
          columns={{
            Queue: ({ name }) => <code>{name}</code>,
            Waiting: ({ waiting }) => formatCount(waiting),
            Running: ({ running }) => formatCount(running),
            Failed: ({ failed: count }) => formatCount(count),
          }}
        />
      )}
      {failedCount > 0 && (
        <TableSection
          title="Failed jobs"
          level={3}
          className="mt-6"
          description="These jobs failed all their attempts. Fix the cause, then retry them."
          count={failedCount}
          rows={failed}
          getKey={({ id }) => id}
          columns={{
            Queue: ({ id, queue }) => (
              <>
                <code className="block font-semibold">{queue}</code>
                <code className="block text-xs text-muted">{id}</code>
              </>
            ),
            Failed: ({ failed_at }) => <PakistanTime at={failed_at} />,
            Error: ({ error, attempts }) => (
              <span>
                <span>{error}</span>
                <span className="block text-muted">{`${attempts} attempts`}</span>
              </span>
            ),
          }}
          actions={({ id }) => (
            <ImmediateRowAction
              row={id}
              label="Retry"
              busyLabel="Retrying…"
              run={async () => {
                await api(retryJob, { params: { id } });
                await refetch();
              }}
              onSuccess={() => {
                notify.success('Job queued', 'If it fails again, it reappears here.');
                heading.current?.focus();
              }}
              failure="The job was not retried"
            />
          )}
        />
      )}
    </section>
  );
}
