import type { CustomerDetail } from '#contract/billing/admin-endpoints.ts';
import { formatPrice } from '#contract/billing/format-price.ts';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** Lists Paddle transactions, with Paddle's status names. */
export const PaymentTable = ({ payments }: { payments: CustomerDetail['payments'] }) => (
  <DataTable
    label="Payments"
    rows={payments}
    getKey={({ id }) => id}
    columns={{
      Amount: ({ total, currency }) => (
        <span className="figures font-semibold">{formatPrice({ price: total, currency })}</span>
      ),
      Status: ({ status }) => (
        <Badge variant={VARIANTS[status] ?? 'muted'}>{status.replaceAll('_', ' ')}</Badge>
      ),
      Billed: ({ billed_at }) =>
        billed_at ? <PakistanTime at={billed_at} /> : <span className="text-muted">Not yet</span>,
      'Paddle IDs': ({ id, paddle_subscription_id }) => (
        <>
          <code className="block text-xs">{id}</code>
          {paddle_subscription_id && (
            <code className="block text-xs text-muted">{paddle_subscription_id}</code>
          )}
        </>
      ),
    }}
  />
);

const VARIANTS: Record<string, BadgeVariant> = { completed: 'active', paid: 'active', past_due: 'danger' };
