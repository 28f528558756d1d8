import { Link } from 'react-router';
import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EndDate, PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { getFullName } from './customer-links.ts';

interface CustomerTableProps {
  customers: readonly CustomerSummary[];
  getUrl: (id: string) => string;
}

export const CustomerTable = ({ customers, getUrl }: CustomerTableProps) => (
  <DataTable
    label="Customers"
    rows={customers}
    getKey={({ id }) => id}
    columns={{
      Customer: (customer) => (
        <>
          <Link to={getUrl(customer.id)} className="font-semibold text-accent underline underline-offset-2">
            {getFullName(customer)}
          </Link>
          <span className="block text-muted" translate="no">
            {customer.email}
          </span>
        </>
      ),
      Premium: (customer) => <PremiumState customer={customer} />,
      Subscription: ({ subscription_status: status }) =>
        status ? <StatusBadge status={status} /> : <span className="text-muted">None</span>,
      'Signed up': ({ created_at }) => <PakistanTime at={created_at} />,
    }}
  />
);

/** Shows whether a customer has premium access, and its end if there is one. */
export function PremiumState({ customer }: { customer: CustomerSummary }) {
  if (!customer.is_premium) return <Badge variant="outline">No premium</Badge>;
  return (
    <>
      <Badge variant="pro">Premium</Badge>
      {customer.premium_until && (
        <span className="block text-muted" translate="no">
          Until <EndDate at={customer.premium_until} />
        </span>
      )}
    </>
  );
}
