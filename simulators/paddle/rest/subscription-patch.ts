import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { resolveItems } from '#simulators/paddle/checkout/checkout-service.ts';
import { customData, quantity } from '#simulators/paddle/fields.ts';
import { removeScheduledChange } from '#simulators/paddle/lifecycle/changes/changes.ts';
import { replaceItems } from '#simulators/paddle/lifecycle/changes/replace-items.ts';
import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { updateSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { subscriptionError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

const changes = z.strictObject({
  scheduled_change: z.optional(z.unknown()),
  custom_data: z.optional(z.nullable(customData)),
  items: z.optional(
    z.array(z.strictObject({ price_id: z.string(), quantity: z.optional(quantity) })).check(z.minLength(1)),
  ),
  proration_billing_mode: z.optional(
    z.enum([
      'prorated_immediately',
      'prorated_next_billing_period',
      'full_immediately',
      'full_next_billing_period',
      'do_not_bill',
    ]),
  ),
  on_payment_failure: z.optional(z.enum(['prevent_change', 'apply_change'])),
});

/** Changes fields of a subscription. A scheduled change can only be removed. */
export function patchSubscription(
  account: Account,
  changeset: Changeset,
  subscription: Subscription,
  body: unknown,
): void {
  const { scheduled_change, custom_data, items, proration_billing_mode, on_payment_failure } = parse(
    changes,
    body,
  );
  if (scheduled_change) {
    throw subscriptionError(
      'subscription_scheduled_change_invalid_update',
      'a scheduled change can only be set to null',
    );
  }
  if (scheduled_change === null) removeScheduledChange(changeset, subscription);
  if (items) {
    if (!proration_billing_mode) {
      throw subscriptionError(
        'subscription_items_update_missing_proration_billing_mode',
        'proration_billing_mode is required to update items',
      );
    }
    const requests = items.map(({ price_id, quantity = 1 }) => ({ priceId: price_id, quantity }));
    replaceItems(changeset, subscription, resolveItems(account, requests), {
      mode: proration_billing_mode,
      onPaymentFailure: on_payment_failure ?? 'prevent_change',
    });
  }
  if (custom_data !== undefined) updateSubscription(changeset, subscription, { custom_data });
}
