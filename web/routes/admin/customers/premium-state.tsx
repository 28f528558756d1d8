import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EndDate } from '#web/ui/pakistan-time.tsx';

/** Shows whether a customer has premium access, and its end if there is one. */
export function PremiumState({ customer }: { customer: CustomerSummary }) {
  if (!customer.is_premium) return <Badge variant="outline">No premium</Badge>;
  return (
    <>
      <Badge variant="pro">Premium</Badge>
      {customer.premium_until && (
        <span className="block text-muted">
          Until <EndDate at={customer.premium_until} />
        </span>
      )}
    </>
  );
}
