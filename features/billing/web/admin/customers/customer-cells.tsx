import { Badge } from '#core/web/ui/badge.tsx';
import { EndDate } from '#core/web/ui/times/pakistan-time.tsx';
import type { CustomerSummary } from '#features/billing/contract/admin-endpoints.ts';

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

/** An ID of Paddle, and that of what it belongs to. */
export const PaddleIds = ({ ids: [id, owner] }: { ids: [id: string, owner: string | null] }) => (
  <>
    <code className="block text-xs">{id}</code>
    {owner && <code className="block text-xs text-muted">{owner}</code>}
  </>
);
