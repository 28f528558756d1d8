import { Link } from 'react-router';
import { Badge } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { EndDate, PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { CustomerSummary } from '#features/billing/contract/admin-endpoints.ts';
import { getFullName } from '#features/billing/web/public/admin/customers/customer-links.ts';
import { StatusBadge } from '#features/billing/web/subscriptions/status-badge.tsx';

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
