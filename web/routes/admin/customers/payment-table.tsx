import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { priceText } from '#web/routes/subscriptions/price-text.ts';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { DataTable, SheetCell, SheetRow } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

const COLUMNS = ['Amount', 'Status', 'Billed', 'Paddle IDs'];

/** Lists Paddle transactions, with Paddle's status names. */
export function PaymentTable({ payments }: { payments: CustomerDetail['payments'] }) {
  return (
    <DataTable label="Payments" columns={COLUMNS}>
      {payments.map((payment) => (
        <SheetRow
          key={payment.id}
          head={
            <span className="figures font-semibold">
              {priceText({ price: payment.total, currency: payment.currency })}
            </span>
          }
        >
          <SheetCell label="Status">
            <Badge variant={VARIANTS[payment.status] ?? 'muted'}>{payment.status.replaceAll('_', ' ')}</Badge>
          </SheetCell>
          <SheetCell label="Billed">
            {payment.billed_at ? (
              <PakistanTime at={payment.billed_at} />
            ) : (
              <span className="text-muted">Not yet</span>
            )}
          </SheetCell>
          <SheetCell label="Paddle IDs">
            <code className="block text-xs">{payment.id}</code>
            {payment.paddle_subscription_id && (
              <code className="block text-xs text-muted">{payment.paddle_subscription_id}</code>
            )}
          </SheetCell>
        </SheetRow>
      ))}
    </DataTable>
  );
}

const VARIANTS: Record<string, BadgeVariant> = { completed: 'active', paid: 'active', past_due: 'danger' };
