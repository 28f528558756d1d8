import type { readBillingProblems } from '#contract/billing/admin-endpoints.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** Shows when the server last reconciled with Paddle, and how many events are pending. */
export function Reconciliation({ problems }: { problems: EndpointOutput<typeof readBillingProblems> }) {
  const { last_reconciled_at, last_reconciliation_error, waiting } = problems;
  return (
    <section className="grid gap-3 text-sm">
      <p>
        {last_reconciled_at ? (
          <>
            Last reconciled with Paddle <PakistanTime at={last_reconciled_at} />.
          </>
        ) : (
          'Not reconciled with Paddle yet.'
        )}{' '}
        {formatPending(waiting)}
      </p>
      {last_reconciliation_error && (
        <Notice tone="danger" title="The last reconciliation with Paddle failed">
          <span className="wrap-anywhere">{last_reconciliation_error}</span>
        </Notice>
      )}
    </section>
  );
}

function formatPending(waiting: number): string {
  if (waiting === 0) return 'No events are pending.';
  return waiting === 1 ? '1 event is pending.' : `${waiting} events are pending.`;
}
