import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { formatPrice } from '#contract/billing/format-price.ts';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { DataCell, DataRow, DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const COLUMNS = ['Amount', 'Status', 'Billed', 'Paddle IDs'];

/** Lists Paddle transactions, with Paddle's status names. */
export function PaymentTable({ payments }: { payments: CustomerDetail['payments'] }) {
  return (
    <DataTable label="Payments" columns={COLUMNS}>
      {payments.map((payment) => (
        <DataRow
          key={payment.id}
          head={
            <span className="figures font-semibold">
              {formatPrice({ price: payment.total, currency: payment.currency })}
            </span>
          }
        >
          <DataCell label="Status">
            <Badge variant={VARIANTS[payment.status] ?? 'muted'}>{payment.status.replaceAll('_', ' ')}</Badge>
          </DataCell>
          <DataCell label="Billed">
            {payment.billed_at ? (
              <PakistanTime at={payment.billed_at} />
            ) : (
              <span className="text-muted">Not yet</span>
            )}
          </DataCell>
          <DataCell label="Paddle IDs">
            <code className="block text-xs">{payment.id}</code>
            {payment.paddle_subscription_id && (
              <code className="block text-xs text-muted">{payment.paddle_subscription_id}</code>
            )}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

const VARIANTS: Record<string, BadgeVariant> = { completed: 'active', paid: 'active', past_due: 'danger' };
