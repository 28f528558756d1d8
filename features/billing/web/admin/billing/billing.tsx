import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { ImmediateRowAction, RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  type BillingProblem,
  type readBillingProblems,
  replayEvent,
  type UnlinkedSubscription,
} from '#features/billing/contract/admin-endpoints.ts';
import { PaddleIds } from '#features/billing/web/admin/customers/customer-cells.tsx';
import { LinkDialog, useBillingAction, useBillingProblems } from './link-dialog.tsx';

export const meta = createAdminMeta('Billing', 'Payment problems that need attention.');

export default forAdministrators('Billing', function Billing() {
  const problems = useBillingProblems();
  return (
    <AdminPage
      title="Billing"
      description="Paddle events are applied automatically. Failed ones are listed here."
      query={problems}
    >
      <QueryResult query={problems} loading="Loading billing problems...">
        {(data) => (
          <div className="grid gap-8">
            <Reconciliation problems={data} />
            <DeadLetters rows={data.dead_letters} count={data.dead_letter_count} />
            <Unlinked rows={data.unlinked} count={data.unlinked_count} />
          </div>
        )}
      </QueryResult>
    </AdminPage>
  );
});

/** Shows when the server last reconciled with Paddle, and how many events are pending. */
function Reconciliation({ problems }: { problems: EndpointOutput<typeof readBillingProblems> }) {
  const { last_reconciled_at, last_reconciliation_error, waiting } = problems;
  return (
    <section className="grid gap-3 text-sm">
      <p>
        {last_reconciled_at ? (
          <span key="reconciled">
            Last reconciled with Paddle <PakistanTime at={last_reconciled_at} />.
          </span>
        ) : (
          <span>Not reconciled with Paddle yet.</span>
        )}{' '}
        <span>{formatPending(waiting)}</span>
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

/** Lists the Paddle events that failed permanently. */
function DeadLetters({ rows, count }: { rows: readonly BillingProblem[]; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const runAction = useBillingAction();
  return (
    <TableSection
      title="Failed events"
      description="These Paddle events could not be applied in ten attempts. Reconciliation with Paddle usually recovers them within an hour. Otherwise, fix the cause and replay them."
      emptyText="All events are applied."
      count={count}
      headingRef={heading}
      rows={rows}
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
          <span>
            <span>{last_error}</span>
            <span className="block text-muted">{`${attempts} attempts`}</span>
          </span>
        ),
      }}
      actions={({ event_id: id }) => (
        <ImmediateRowAction
          row={id}
          label="Replay"
          busyLabel="Replaying…"
          run={() => runAction(api(replayEvent, { params: { id } }))}
          onSuccess={() => {
            notify.success('Event replayed', 'If it fails again, it reappears here shortly.');
            heading.current?.focus();
          }}
          failure="The event was not replayed"
        />
      )}
    />
  );
}

/** Lists paid subscriptions that are not linked to a customer and give no premium access. */
function Unlinked({ rows, count }: { rows: readonly UnlinkedSubscription[]; count: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<UnlinkedSubscription | null>(null);
  const closeLinked = () => {
    flushSync(() => setOpen(null));
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <TableSection
        title="Unlinked subscriptions"
        description="The owners of these subscriptions could not be verified, so they give no premium access. Look up the customer in Paddle by ID, verify their identity, then link the subscription to their account. Subscriptions of deleted accounts are listed until they end."
        emptyText="All current subscriptions are linked to a customer."
        count={count}
        headingRef={heading}
        rows={rows}
        getKey={({ id }) => id}
        columns={{
          Subscription: ({ product_name }) => <span className="font-semibold">{product_name}</span>,
          Status: ({ get_status_display }) => get_status_display,
          Since: ({ created_at }) => <PakistanTime at={created_at} />,
          'Paddle IDs': ({ paddle_subscription_id, paddle_customer_id }) => (
            <PaddleIds ids={[paddle_subscription_id, paddle_customer_id]} />
          ),
        }}
        actions={(each) => (
          <RowAction row={each.paddle_subscription_id} onClick={() => setOpen(each)}>
            Link…
          </RowAction>
        )}
      />
      {open && <LinkDialog subscription={open} onClose={() => setOpen(null)} onLinked={closeLinked} />}
    </>
  );
}
