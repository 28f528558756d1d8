import type { INotificationResponse, ISubscriptionResponse } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { makePortalUrl } from '#simulators/paddle/portal/portal-links.ts';
import type { StoredNotification, Subscription } from '#simulators/paddle/state/state.ts';
import { toPayload } from '#simulators/paddle/webhooks/attempt.ts';

/** Presents a subscription with management links, which webhooks never contain. */
export function presentSubscription(account: Account, subscription: Subscription): ISubscriptionResponse {
  return {
    ...subscription,
    management_urls: {
      update_payment_method: makePortalUrl(account, subscription.id, 'update-payment-method'),
      cancel: makePortalUrl(account, subscription.id, 'cancel'),
    },
  };
}

/** The SDK's types do not include the simulator's made-up event type. */
export type PresentedNotification = Omit<INotificationResponse, 'payload' | 'type'> & {
  type: string;
  payload: ReturnType<typeof toPayload> | null;
};

export function presentNotification(account: Account, stored: StoredNotification): PresentedNotification {
  const event = account.state.events.findLast(({ event_id }) => event_id === stored.eventId);
  return {
    id: stored.id,
    type: event?.event_type ?? '',
    status: stored.status,
    payload: event ? toPayload(event, stored.id) : null,
    occurred_at: event?.occurred_at ?? '',
    delivered_at: stored.deliveredAt,
    replayed_at: stored.replayedAt,
    origin: stored.origin,
    last_attempt_at: stored.lastAttemptAt,
    retry_at: stored.status === 'needs_retry' ? new Date(stored.dueAtMs).toISOString() : null,
    times_attempted: stored.attempts,
    notification_setting_id: stored.destinationId,
  };
}
