import { useRef } from 'react';
import { type FailedJob, retryJob } from '#contract/admin/system.ts';
import { useRefetch } from '#web/admin/admin-query.ts';
import { ImmediateRowAction } from '#web/admin/row-action.tsx';
import { api } from '#web/api/api.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { SYSTEM_KEY, type SystemState } from './use-system.ts';

interface JobsProps {
  queues: SystemState['queues'];
  failed: readonly FailedJob[];
  /** The number of failed jobs, of which `failed` contains the newest. */
  failedCount: number;
}

/** Shows the queues of background jobs, and the jobs that failed permanently. */
export function Jobs({ queues, failed, failedCount }: JobsProps) {
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
        <div className="mt-6">
          <h3 className="font-semibold">Failed jobs</h3>
          <p className="mb-2 max-w-2xl text-sm text-muted">
            These jobs failed all their attempts. Fix the cause, then retry them.
          </p>
          <DataTable
            label="Failed jobs"
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
          {failed.length < failedCount && (
            <p className="mt-2 text-sm text-muted">{`Showing ${failed.length} of ${formatCount(failedCount)}.`}</p>
          )}
        </div>
      )}
    </section>
  );
}
