import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';

type ScheduledState = Pick<SubscriptionRow, 'status' | 'scheduledAction'>;

/** Returns true when Paddle charges for a subscription, or will after it is resumed. */
export const isNotCanceled = ({ status, scheduledAction }: ScheduledState) =>
  status !== 'canceled' && scheduledAction !== 'cancel';

/** Returns true when Paddle will charge for a subscription again automatically. */
export const isRenewing = ({ status, scheduledAction }: ScheduledState) =>
  status !== 'canceled' && status !== 'paused' && scheduledAction === null;
