import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';

/** The fields of a subscription that determine its emails. */
export type EmailState = Pick<
  SubscriptionRow,
  'status' | 'scheduledAction' | 'periodStart' | 'startedAt' | 'paddleUpdatedAt' | 'version'
>;

/** An email about a subscription. No two emails of one template have the same subscription and occurrence. */
export interface SubscriptionEmail {
  template: 'payment-failed' | 'subscription-canceled' | 'subscription-resumed';
  occurrence: string;
}

/** Older changes cause no email: they come from a first import, or a long outage has made them irrelevant. */
export const RECENT_MS = 7 * DAY;
/** How long before the end of premium access customers are reminded. */
export const REMINDER_MS = 3 * DAY;

/** Returns true when a change is recent enough for an email. */
export const isRecent = (at: Date, now: Date): boolean => at >= addMilliseconds(now, -RECENT_MS);

/**
 * Returns the email that a change of the stored subscription causes; `null` for none. The stored state only moves to newer
 * snapshots (`apply-snapshot.ts`), so a repeated or outdated snapshot causes no email. `before` is `null` when the
 * subscription was not stored or had no owner: a new one is compared with an active one, an old one causes no email.
 */
export function getSubscriptionEmail(
  before: EmailState | null,
  after: EmailState,
  now: Date,
): SubscriptionEmail | null {
  if (!isRecent(after.paddleUpdatedAt, now)) return null;
  if (before === null && !isRecent(after.startedAt, now)) return null;
  const { status, version, periodStart } = after;
  if (isCanceling(after)) {
    return before && isCanceling(before) ? null : { template: 'subscription-canceled', occurrence: version };
  }
  if (status === 'past_due') {
    const isReported = before?.status === 'past_due' && isSameTime(before.periodStart, periodStart);
    // Once per unpaid period: Paddle retries the payment several times.
    return isReported
      ? null
      : { template: 'payment-failed', occurrence: periodStart?.toISOString() ?? version };
  }
  return before && isStopping(before) && isRenewing(after)
    ? { template: 'subscription-resumed', occurrence: version }
    : null;
}

/** Returns true when a subscription is canceled or will be. */
export const isCanceling = ({ status, scheduledAction }: Pick<EmailState, 'status' | 'scheduledAction'>) =>
  status === 'canceled' || scheduledAction === 'cancel';

const isStopping = (state: EmailState) =>
  state.status === 'paused' || state.scheduledAction === 'pause' || isCanceling(state);

const isRenewing = ({ status, scheduledAction }: EmailState) =>
  (status === 'active' || status === 'trialing') && scheduledAction === null;

const isSameTime = (date: Date | null, other: Date | null) => date?.getTime() === other?.getTime();
