import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UnlinkedSubscription } from '#contract/billing/admin-endpoints.ts';
import { Button } from '#web/ui/button.tsx';
import { DataActions, DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ProblemList } from './problem-list.tsx';

const COLUMNS = ['Subscription', 'Status', 'Since', 'Paddle IDs'];

interface UnlinkedProps {
  subscriptions: readonly UnlinkedSubscription[];
  count: number;
}

/** Lists paid subscriptions that are not linked to a customer and give no premium access. */
export function Unlinked({ subscriptions, count }: UnlinkedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<UnlinkedSubscription | null>(null);
  const closeLinked = () => {
    flushSync(() => setOpen(null));
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ProblemList
        title="Unlinked subscriptions"
        description="The owners of these subscriptions could not be verified, so they give no premium access. Look up the customer in Paddle by ID, verify their identity, then link the subscription to their account. Subscriptions of deleted accounts are listed until they end."
        emptyText="All current subscriptions are linked to a customer."
        count={count}
        listed={subscriptions.length}
        headingRef={heading}
      >
        <DataTable label="Unlinked subscriptions" columns={COLUMNS} hasActions>
          {subscriptions.map((each) => (
            <DataRow key={each.id} head={<span className="font-semibold">{each.product_name}</span>}>
              <DataCell label="Status">{each.get_status_display}</DataCell>
              <DataCell label="Since">
                <PakistanTime at={each.created_at} />
              </DataCell>
              <DataCell label="Paddle IDs">
                <code className="block text-xs">{each.paddle_subscription_id}</code>
                <code className="block text-xs text-muted">{each.paddle_customer_id}</code>
              </DataCell>
              <DataActions>
                <Button variant="secondary" size="small" onClick={() => setOpen(each)}>
                  Link…
                  <span className="sr-only"> {each.paddle_subscription_id}</span>
                </Button>
              </DataActions>
            </DataRow>
          ))}
        </DataTable>
      </ProblemList>
      {open && <LinkDialog subscription={open} onClose={() => setOpen(null)} onLinked={closeLinked} />}
    </>
  );
}
