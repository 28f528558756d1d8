import { alreadySubscribed } from '#server/domains/billing/billing.errors.ts';
import { listCustomerSubscriptions } from '#server/domains/billing/billing.queries.ts';
import { isNotCanceled } from '#server/domains/billing/subscriptions/renewal.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { makeCheckoutReference } from './checkout-reference.ts';

interface Checkout {
  userId: string;
  priceId: string;
}

/** Returns the custom data of a checkout. Throws `alreadySubscribed`. */
export async function startCheckout(
  db: Queryable,
  checkout: Checkout,
  { tokenSecrets, now }: { tokenSecrets: TokenSecrets; now: Date },
): Promise<{ user_id: string; checkout_ref: string }> {
  const subscriptions = await listCustomerSubscriptions(db, checkout.userId);
  const current = subscriptions.find(isNotCanceled);
  if (current) throw alreadySubscribed(current);
  return { user_id: checkout.userId, checkout_ref: makeCheckoutReference(tokenSecrets, checkout, now) };
}
