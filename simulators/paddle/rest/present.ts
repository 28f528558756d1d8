import type { INotificationResponse, ISubscriptionResponse } from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { portalAddress } from '#simulators/paddle/portal/portal-links.ts';
import type { StoredNotification, Subscription } from '#simulators/paddle/state/state.ts';
import { payloadOf } from '#simulators/paddle/webhooks/attempt.ts';

/** A subscription as the API shows it: with links for its customer, which webhooks never carry. */
export function presentSubscription(account: Account, subscription: Subscription): ISubscriptionResponse {
  return {
    ...subscription,
    management_urls: {
      update_payment_method: portalAddress(account, subscription.id, 'update-payment-method'),
      cancel: portalAddress(account, subscription.id, 'cancel'),
    },
  };
}

/** The event types that the simulator makes up are none that the SDK names. */
export type ShownNotification = Omit<INotificationResponse, 'payload' | 'type'> & {
  type: string;
  payload: ReturnType<typeof payloadOf> | null;
};

export function presentNotification(account: Account, stored: StoredNotification): ShownNotification {
  const event = account.state.events.findLast(({ event_id }) => event_id === stored.eventId);
  return {
    id: stored.id,
    type: event?.event_type ?? '',
    status: stored.status,
    payload: event ? payloadOf(event, stored.id) : null,
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
