import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { INTERVAL_NAMES, priceText } from '#web/routes/subscriptions/price-text.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { DataTable, SheetCell, SheetRow } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const COLUMNS = ['Subscription', 'Status', 'Period end', 'Next payment', 'Paddle IDs'];

/** Lists subscriptions as last reported by Paddle. */
export function SubscriptionTable({ subscriptions }: { subscriptions: CustomerDetail['subscriptions'] }) {
  return (
    <DataTable label="Subscriptions" columns={COLUMNS}>
      {subscriptions.map((each) => (
        <SheetRow
          key={each.id}
          head={
            <>
              <span className="block font-semibold">{each.product_name}</span>
              <span className="figures block text-muted">
                {priceText(each)} {INTERVAL_NAMES[each.interval].toLowerCase()}
              </span>
            </>
          }
        >
          <SheetCell label="Status">
            <StatusBadge status={each.status} text={each.get_status_display} />
          </SheetCell>
          <SheetCell label="Period end">
            <Timestamp at={each.current_billing_period_end} />
          </SheetCell>
          <SheetCell label="Next payment">
            <Timestamp at={each.next_payment_date} />
          </SheetCell>
          <SheetCell label="Paddle IDs">
            <code className="block text-xs">{each.paddle_subscription_id}</code>
            <code className="block text-xs text-muted">{each.paddle_customer_id}</code>
          </SheetCell>
        </SheetRow>
      ))}
    </DataTable>
  );
}

const Timestamp = ({ at }: { at: string | null }) =>
  at ? <PakistanTime at={at} /> : <span className="text-muted">None</span>;
