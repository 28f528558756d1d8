import { useRef } from 'react';
import { type BillingProblem, replayEvent } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable, SheetActions, SheetCell, SheetRow } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ProblemList } from './problem-list.tsx';
import { useBillingAction } from './use-billing-problems.ts';

/** Messages of Paddle's that failed for good. */
export function DeadLetters({ letters, count }: { letters: readonly BillingProblem[]; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ProblemList
      title="Failed Messages"
      description="Messages of Paddle’s that could not be applied in ten tries. Comparing with Paddle mostly makes up for them within the hour; replay them once the cause is mended."
      none="Every message was applied."
      count={count}
      listed={letters.length}
      headingRef={heading}
    >
      <DataTable label="Failed messages" columns={['Message', 'Happened', 'What went wrong']} hasActions>
        {letters.map((letter) => (
          <Row key={letter.event_id} letter={letter} onReplayed={() => heading.current?.focus()} />
        ))}
      </DataTable>
    </ProblemList>
  );
}

function Row({ letter, onReplayed }: { letter: BillingProblem; onReplayed: () => void }) {
  const { event_id, event_type, occurred_at, attempts, last_error } = letter;
  const replaying = useBillingAction(() => api(replayEvent, { params: { id: event_id } }));
  const replay = () =>
    replaying.mutate(undefined, {
      onSuccess: () => {
        notify.success('Message Replayed', 'If it fails again, it is back here in a moment.');
        onReplayed();
      },
      onError: (error) => notify.error('The message was not replayed', getAdminErrorMessage(error)),
    });
  return (
    <SheetRow
      head={
        <>
          <span className="block font-semibold">{event_type}</span>
          <code className="block text-xs text-muted">{event_id}</code>
        </>
      }
    >
      <SheetCell label="Happened">
        <PakistanTime at={occurred_at} />
      </SheetCell>
      <SheetCell label="What went wrong">
        {last_error}
        <span className="block text-muted">{attempts} tries</span>
      </SheetCell>
      <SheetActions>
        <Button variant="secondary" size="small" busy={replaying.isPending} onClick={replay}>
          {replaying.isPending ? 'Replaying…' : 'Replay'}
          <span className="sr-only"> {event_id}</span>
        </Button>
      </SheetActions>
    </SheetRow>
  );
}
