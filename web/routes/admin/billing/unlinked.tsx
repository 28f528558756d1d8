import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UnlinkedSubscription } from '#contract/billing/admin-endpoints.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ProblemList } from './problem-list.tsx';

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
        <DataTable
          label="Unlinked subscriptions"
          rows={subscriptions}
          getKey={({ id }) => id}
          columns={{
            Subscription: ({ product_name }) => <span className="font-semibold">{product_name}</span>,
            Status: ({ get_status_display }) => get_status_display,
            Since: ({ created_at }) => <PakistanTime at={created_at} />,
            'Paddle IDs': ({ paddle_subscription_id, paddle_customer_id }) => (
              <>
                <code className="block text-xs">{paddle_subscription_id}</code>
                <code className="block text-xs text-muted">{paddle_customer_id}</code>
              </>
            ),
          }}
          actions={(each) => (
            <Button variant="secondary" size="small" onClick={() => setOpen(each)}>
              Link…
              <span className="sr-only"> {each.paddle_subscription_id}</span>
            </Button>
          )}
        />
      </ProblemList>
      {open && <LinkDialog subscription={open} onClose={() => setOpen(null)} onLinked={closeLinked} />}
    </>
  );
}
