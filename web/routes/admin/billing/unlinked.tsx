import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UnlinkedSubscription } from '#contract/billing/admin-endpoints.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable, SheetActions, SheetCell, SheetRow } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ProblemList } from './problem-list.tsx';

const COLUMNS = ['Subscription', 'Status', 'Since', 'At Paddle'];

interface UnlinkedProps {
  subscriptions: readonly UnlinkedSubscription[];
  count: number;
}

/** Subscriptions that somebody pays for and that give nobody premium access. */
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
        title="Unlinked Subscriptions"
        description="Nothing vouches for whose they are, so they give nobody premium. Find the customer at Paddle by the ID, make sure who it is, and link the subscription to their account here. Those of deleted accounts stand here until they end."
        none="Every subscription that goes on belongs to a customer."
        count={count}
        listed={subscriptions.length}
        headingRef={heading}
      >
        <DataTable label="Unlinked subscriptions" columns={COLUMNS} hasActions>
          {subscriptions.map((each) => (
            <SheetRow key={each.id} head={<span className="font-semibold">{each.product_name}</span>}>
              <SheetCell label="Status">{each.get_status_display}</SheetCell>
              <SheetCell label="Since">
                <PakistanTime at={each.created_at} />
              </SheetCell>
              <SheetCell label="At Paddle">
                <code className="block text-xs">{each.paddle_subscription_id}</code>
                <code className="block text-xs text-muted">{each.paddle_customer_id}</code>
              </SheetCell>
              <SheetActions>
                <Button variant="secondary" size="small" onClick={() => setOpen(each)}>
                  Link…
                  <span className="sr-only"> {each.paddle_subscription_id}</span>
                </Button>
              </SheetActions>
            </SheetRow>
          ))}
        </DataTable>
      </ProblemList>
      {open && <LinkDialog subscription={open} onClose={() => setOpen(null)} onLinked={closeLinked} />}
    </>
  );
}
