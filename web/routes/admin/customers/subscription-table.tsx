import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { formatPrice, INTERVAL_NAMES } from '#contract/billing/format-price.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EndDate, PakistanDate } from '#web/ui/pakistan-time.tsx';

/** Lists subscriptions as last reported by Paddle. */
export const SubscriptionTable = ({ subscriptions }: { subscriptions: CustomerDetail['subscriptions'] }) => (
  <DataTable
    label="Subscriptions"
    rows={subscriptions}
    getKey={({ id }) => id}
    columns={{
      Subscription: (each) => (
        <>
          <span className="block font-semibold">{each.product_name}</span>
          <span className="figures block text-muted">
            {formatPrice(each)} {INTERVAL_NAMES[each.interval].toLowerCase()}
          </span>
        </>
      ),
      Status: ({ status, get_status_display }) => <StatusBadge status={status} text={get_status_display} />,
      'Period end': ({ current_billing_period_end: end }) => (end ? <EndDate at={end} /> : <None />),
      'Next payment': ({ next_payment_date: next }) => (next ? <PakistanDate at={next} /> : <None />),
      'Paddle IDs': ({ paddle_subscription_id, paddle_customer_id }) => (
        <>
          <code className="block text-xs">{paddle_subscription_id}</code>
          <code className="block text-xs text-muted">{paddle_customer_id}</code>
        </>
      ),
    }}
  />
);

const None = () => <span className="text-muted">None</span>;
