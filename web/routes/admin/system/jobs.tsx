import { useRef } from 'react';
import type { FailedJob } from '#contract/admin/system.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { Button } from '#web/ui/button.tsx';
import { DataActions, DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { type SystemState, useRetryJob } from './use-system.ts';

interface JobsProps {
  queues: SystemState['queues'];
  failed: readonly FailedJob[];
  /** The number of failed jobs, of which `failed` contains the newest. */
  failedCount: number;
}

/** Shows the queues of background jobs, and the jobs that failed permanently. */
export function Jobs({ queues, failed, failedCount }: JobsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-lg">
        Background jobs
      </h2>
      {queues.length === 0 ? (
        <p className="text-sm text-muted">No jobs are waiting or running.</p>
      ) : (
        <DataTable label="Queues" columns={['Queue', 'Waiting', 'Running', 'Failed']}>
          {queues.map((queue) => (
            <DataRow key={queue.name} head={<code>{queue.name}</code>}>
              <DataCell label="Waiting">{formatCount(queue.waiting)}</DataCell>
              <DataCell label="Running">{formatCount(queue.running)}</DataCell>
              <DataCell label="Failed">{formatCount(queue.failed)}</DataCell>
            </DataRow>
          ))}
        </DataTable>
      )}
      {failedCount > 0 && (
        <div className="mt-6">
          <h3 className="font-semibold">Failed jobs</h3>
          <p className="mb-2 max-w-2xl text-sm text-muted">
            These jobs failed all their attempts. Fix the cause, then retry them.
          </p>
          <DataTable label="Failed jobs" columns={['Queue', 'Failed', 'Error']} hasActions>
            {failed.map((job) => (
              <Row key={job.id} job={job} onRetried={() => heading.current?.focus()} />
            ))}
          </DataTable>
          {failed.length < failedCount && (
            <p className="mt-2 text-sm text-muted">
              Showing {failed.length} of {formatCount(failedCount)}.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function Row({ job, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const retrying = useRetryJob(job.id);
  const retry = () =>
    retrying.mutate(undefined, {
      onSuccess: () => {
        notify.success('Job queued', 'If it fails again, it reappears here.');
        onRetried();
      },
      onError: (error) => notify.error('The job was not retried', getAdminErrorMessage(error)),
    });
  return (
    <DataRow
      head={
        <>
          <code className="block font-semibold">{job.queue}</code>
          <code className="block text-xs text-muted">{job.id}</code>
        </>
      }
    >
      <DataCell label="Failed">
        <PakistanTime at={job.failed_at} />
      </DataCell>
      <DataCell label="Error">
        {job.error}
        <span className="block text-muted">{job.attempts} attempts</span>
      </DataCell>
      <DataActions>
        <Button variant="secondary" size="small" busy={retrying.isPending} onClick={retry}>
          {retrying.isPending ? 'Retrying…' : 'Retry'}
          <span className="sr-only"> {job.id}</span>
        </Button>
      </DataActions>
    </DataRow>
  );
}
