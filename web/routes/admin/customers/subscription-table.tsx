import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { EndDate, PakistanDate } from '#web/ui/pakistan-time.tsx';

const COLUMNS = ['Subscription', 'Status', 'Period end', 'Next payment', 'Paddle IDs'];

/** Lists subscriptions as last reported by Paddle. */
export function SubscriptionTable({ subscriptions }: { subscriptions: CustomerDetail['subscriptions'] }) {
  return (
    <DataTable label="Subscriptions" columns={COLUMNS}>
      {subscriptions.map((each) => (
        <DataRow
          key={each.id}
          head={
            <>
              <span className="block font-semibold">{each.product_name}</span>
              <span className="figures block text-muted">
                {formatPrice(each)} {INTERVAL_NAMES[each.interval].toLowerCase()}
              </span>
            </>
          }
        >
          <DataCell label="Status">
            <StatusBadge status={each.status} text={each.get_status_display} />
          </DataCell>
          <DataCell label="Period end">
            {each.current_billing_period_end ? <EndDate at={each.current_billing_period_end} /> : <None />}
          </DataCell>
          <DataCell label="Next payment">
            {each.next_payment_date ? <PakistanDate at={each.next_payment_date} /> : <None />}
          </DataCell>
          <DataCell label="Paddle IDs">
            <code className="block text-xs">{each.paddle_subscription_id}</code>
            <code className="block text-xs text-muted">{each.paddle_customer_id}</code>
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

const None = () => <span className="text-muted">None</span>;
