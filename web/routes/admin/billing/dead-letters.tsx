import { useRef } from 'react';
import { type BillingProblem, replayEvent } from '#contract/billing/admin-endpoints.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ProblemList } from './problem-list.tsx';
import { useBillingAction } from './use-billing-problems.ts';

/** Lists the Paddle events that failed permanently. */
export function DeadLetters({ letters, count }: { letters: readonly BillingProblem[]; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ProblemList
      title="Failed events"
      description="These Paddle events could not be applied in ten attempts. Reconciliation with Paddle usually recovers them within an hour. Otherwise, fix the cause and replay them."
      emptyText="All events are applied."
      count={count}
      listed={letters.length}
      headingRef={heading}
    >
      <DataTable
        label="Failed events"
        rows={letters}
        getKey={({ event_id }) => event_id}
        columns={{
          Event: ({ event_type, event_id }) => (
            <>
              <span className="block font-semibold">{event_type}</span>
              <code className="block text-xs text-muted">{event_id}</code>
            </>
          ),
          Occurred: ({ occurred_at }) => <PakistanTime at={occurred_at} />,
          Error: ({ last_error, attempts }) => (
            <>
              {last_error}
              <span className="block text-muted">{attempts} attempts</span>
            </>
          ),
        }}
        actions={({ event_id }) => <Replay id={event_id} onReplayed={() => heading.current?.focus()} />}
      />
    </ProblemList>
  );
}

function Replay({ id, onReplayed }: { id: string; onReplayed: () => void }) {
  const replaying = useBillingAction(() => api(replayEvent, { params: { id } }));
  const replay = () =>
    replaying.mutate(undefined, {
      onSuccess: () => {
        notify.success('Event replayed', 'If it fails again, it reappears here shortly.');
        onReplayed();
      },
      onError: (error) => notify.error('The event was not replayed', getAdminErrorMessage(error)),
    });
  return (
    <Button variant="secondary" size="small" busy={replaying.isPending} onClick={replay}>
      {replaying.isPending ? 'Replaying…' : 'Replay'}
      <span className="sr-only"> {id}</span>
    </Button>
  );
}
