import type { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** Whether what is known is what Paddle knows. */
export function Reconciliation({ problems }: { problems: EndpointOutput<typeof readBillingProblems> }) {
  const { last_reconciled_at, last_reconciliation_error, waiting } = problems;
  return (
    <section className="grid gap-3 text-sm">
      <p>
        {last_reconciled_at ? (
          <>
            Last compared with Paddle <PakistanTime at={last_reconciled_at} />.
          </>
        ) : (
          'Not compared with Paddle yet.'
        )}{' '}
        {waitingText(waiting)}
      </p>
      {last_reconciliation_error && (
        <Notice tone="danger" title="The last comparison with Paddle had a fault">
          <span className="wrap-anywhere">{last_reconciliation_error}</span>
        </Notice>
      )}
    </section>
  );
}

function waitingText(waiting: number): string {
  if (waiting === 0) return 'No message waits.';
  return waiting === 1 ? '1 message waits to be applied.' : `${waiting} messages wait to be applied.`;
}
