import * as z from 'zod/mini';
import { getSubscriptionPremiumEnd, isPremium } from '#features/billing/server/access/entitlement.ts';
import {
  type PaddleSnapshot,
  paddleTimestamp,
  parseSubscription,
} from '#features/billing/server/paddle/snapshots.ts';
import {
  applySnapshot,
  type SubscriptionState,
  toSubscriptionState,
} from '#features/billing/server/subscriptions/apply-snapshots.ts';
import { getWebhookSubject } from '#features/billing/server/webhooks/webhook-events.ts';
import type { State, Subscription } from '#simulators/paddle/state.ts';
import { type History, runStep, selectArrivingEvents } from './history.ts';
import type { SimulatedPaddle } from './simulated-paddle.ts';

const DAY = 86_400_000;
const MISSED_EVENT_GRACE_MS = DAY;
const PAST_DUE_GRACE_MS = 7 * DAY;

/** A description of a violated invariant; `null` when all hold. */
export type Violation = string | null;

/**
 * Runs a history at the simulator and applies its events and API responses to the pure subscription rules, without a
 * database. Then reconciles with Paddle and compares the result.
 */
export async function runHistory(paddle: SimulatedPaddle, history: History): Promise<Violation> {
  paddle.control.reset();
  const responses: PaddleSnapshot[] = [];
  for (const [index, step] of history.steps.entries()) {
    const response = await runStep(paddle, step, {});
    if (response && history.receivedResponses[index % history.receivedResponses.length])
      responses.push(response);
  }
  const state = paddle.control.state();
  const sent = state.events.filter(({ event_type }) => getWebhookSubject(event_type) === 'subscription');
  const eventStates = selectArrivingEvents(sent, history).map((event) =>
    toSubscriptionState(parseSubscription(event.data), z.parse(paddleTimestamp, event.occurred_at)),
  );

  const stored = new Map<string, StoredSubscription>();
  for (const incoming of [...responses.map((response) => toSubscriptionState(response)), ...eventStates]) {
    const violation = apply(stored, incoming);
    if (violation) return violation;
  }
  // Without lost events the result is correct before reconciliation.
  const isComplete = history.lost.length === 0;
  const earlyViolation = isComplete ? compare(stored, state, paddle.control.now()) : null;
  if (earlyViolation) return `before reconciliation: ${earlyViolation}`;

  for await (const snapshot of paddle.gateway.listSubscriptions(throwUnreadable)) {
    const violation = apply(stored, toSubscriptionState(snapshot));
    if (violation) return violation;
  }
  return compare(stored, state, paddle.control.now());
}

interface StoredSubscription {
  state: SubscriptionState;
  /** The latest period end that Paddle reported. */
  latestEnd: Date | null;
}

/** Applies a state. Premium must end at the latest reported period end plus the grace period, even without further events. */
function apply(stored: Map<string, StoredSubscription>, incoming: SubscriptionState): Violation {
  const before = stored.get(incoming.paddleId) ?? null;
  const state = applySnapshot(before?.state ?? null, incoming);
  const latestEnd = pickLater(before?.latestEnd ?? null, incoming.periodEnd);
  stored.set(incoming.paddleId, { state, latestEnd });
  const end = getSubscriptionPremiumEnd(state);
  if (end && end.getTime() > (latestEnd?.getTime() ?? 0) + MISSED_EVENT_GRACE_MS) {
    return `${incoming.paddleId} is premium until ${end.toISOString()}, reported until ${latestEnd?.toISOString()}`;
  }
  return null;
}

const pickLater = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Compares the stored subscriptions and their premium access with Paddle. */
function compare(stored: Map<string, StoredSubscription>, state: State, now: Date): Violation {
  for (const subscription of Object.values(state.subscriptions)) {
    const current = stored.get(subscription.id)?.state;
    if (!current) return `${subscription.id} is not stored`;
    const {
      version: _,
      periodVersion: __,
      paddleUpdatedAt: ___,
      ...atPaddle
    } = toSubscriptionState(parseSubscription(subscription));
    const { periodStart, periodEnd, ...others } = atPaddle;
    const expected = periodEnd ? { ...others, periodStart, periodEnd } : others;
    for (const [name, value] of Object.entries(expected)) {
      const found = current[name as keyof SubscriptionState];
      if (JSON.stringify(found) !== JSON.stringify(value)) {
        return `${name} of ${subscription.id} is ${JSON.stringify(found)}, at Paddle ${JSON.stringify(value)}`;
      }
    }
    const end = getPremiumEnd(state, subscription.id);
    // Now, just before the end and at the end, without further events.
    for (const at of [now, ...(end ? [new Date(end.getTime() - 1), end] : [])]) {
      const hasPremium = isPremium({ subscriptions: [current], grants: [], periods: [] }, at);
      const isPaid = end !== null && at < end;
      if (hasPremium !== isPaid) {
        return `${subscription.id} is ${hasPremium ? '' : 'not '}premium at ${at.toISOString()}, paid until ${end?.toISOString()}`;
      }
    }
  }
  return null;
}

/** Returns the end of premium access according to Paddle's state and the product rules, without further events. */
function getPremiumEnd({ subscriptions, backstage: internals }: State, id: string): Date | null {
  const {
    status,
    current_billing_period: period,
    scheduled_change: change,
  } = subscriptions[id] as Subscription;
  if (!period || status === 'paused' || status === 'canceled') return null;
  const scheduled = change && change.action !== 'resume' ? Date.parse(change.effective_at) : null;
  if (status !== 'past_due') return new Date(scheduled ?? Date.parse(period.ends_at) + MISSED_EVENT_GRACE_MS);
  const grace = Date.parse(internals[id]?.dunning?.failedAt ?? period.starts_at) + PAST_DUE_GRACE_MS;
  return new Date(Math.min(grace, scheduled ?? grace));
}

function throwUnreadable(id: string, error: unknown): never {
  throw new Error(`${id} could not be parsed`, { cause: error });
}
