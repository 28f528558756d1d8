import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import type { SubscriptionStatus } from '#features/billing/contract/subscriptions.ts';

/** The status of a subscription. `text` is the API's description of it. */
export function StatusBadge({ status, text }: { status: SubscriptionStatus; text?: string }) {
  return <Badge variant={VARIANTS[status]}>{text ?? NAMES[status]}</Badge>;
}

const VARIANTS: Record<SubscriptionStatus, BadgeVariant> = {
  active: 'active',
  trialing: 'muted',
  past_due: 'danger',
  canceled: 'outline',
  paused: 'muted',
};

const NAMES: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Trialing',
  past_due: 'Past Due',
  canceled: 'Canceled',
  paused: 'Paused',
};
