import { Link } from 'react-router';
import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import { StatusBadge } from '#web/routes/subscriptions/status-badge.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { getFullName } from './customer-links.ts';
import { PremiumState } from './premium-state.tsx';

interface CustomerTableProps {
  customers: readonly CustomerSummary[];
  getUrl: (id: string) => string;
}

export function CustomerTable({ customers, getUrl }: CustomerTableProps) {
  return (
    <DataTable label="Customers" columns={['Customer', 'Premium', 'Subscription', 'Signed up']}>
      {customers.map((customer) => (
        <DataRow
          key={customer.id}
          head={
            <>
              <Link
                to={getUrl(customer.id)}
                className="font-semibold text-accent underline underline-offset-2"
              >
                {getFullName(customer)}
              </Link>
              <span className="block text-muted">{customer.email}</span>
            </>
          }
        >
          <DataCell label="Premium">
            <PremiumState customer={customer} />
          </DataCell>
          <DataCell label="Subscription">
            {customer.subscription_status ? (
              <StatusBadge status={customer.subscription_status} />
            ) : (
              <span className="text-muted">None</span>
            )}
          </DataCell>
          <DataCell label="Signed up">
            <PakistanTime at={customer.created_at} />
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}
