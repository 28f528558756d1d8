import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** Whether somebody has premium access now, and until when as far as is known. */
export function PremiumState({ customer }: { customer: CustomerSummary }) {
  if (!customer.is_premium) return <Badge variant="outline">No premium</Badge>;
  return (
    <>
      <Badge variant="pro">Premium</Badge>
      {customer.premium_until && (
        <span className="block text-muted">
          Until <PakistanTime at={customer.premium_until} />
        </span>
      )}
    </>
  );
}
