import * as z from 'zod/mini';
import { getSubscriptionPremiumEnd, isPremium } from '#server/domains/billing/access/entitlement.ts';
import {
  type PaddleSnapshot,
  readSubscription,
} from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { paddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import {
  applySnapshot,
  type SubscriptionState,
  toSubscriptionState,
} from '#server/domains/billing/subscriptions/apply-snapshot.ts';
import { getEventSubject } from '#server/domains/billing/webhooks/apply-event.ts';
import type { State, Subscription } from '#simulators/paddle/state/state.ts';
import { selectArrivingEvents, type History, runStep } from './history.ts';
import type { SimulatedPaddle } from './simulated-paddle.ts';

const DAY = 86_400_000;
const UNHEARD_MS = DAY;
const GRACE_MS = 7 * DAY;

/** What a history has to hold; `null` when it does, else what it breaks. */
export type Breach = string | null;

/**
 * Lives a history at the stand-in and tells it to the rules of the product alone, without a database: every message that
 * arrives, and the answers to what somebody does. Then what Paddle knows is compared, as every hour.
 */
export async function runHistory(paddle: SimulatedPaddle, telling: History): Promise<Breach> {
  paddle.control.reset();
  const answers: PaddleSnapshot[] = [];
  for (const [index, step] of telling.steps.entries()) {
    const answer = await runStep(paddle, step, {});
    if (answer && telling.answered[index % telling.answered.length]) answers.push(answer);
  }
  const state = paddle.control.state();
  const sent = state.events.filter(({ event_type }) => getEventSubject(event_type) === 'subscription');
  const messages = selectArrivingEvents(sent, telling).map((event) =>
    toSubscriptionState(readSubscription(event.data), z.parse(paddleTimestamp, event.occurred_at)),
  );

  const book = new Map<string, Known>();
  for (const told of [...answers.map((answer) => toSubscriptionState(answer)), ...messages]) {
    const breach = tell(book, told);
    if (breach) return breach;
  }
  // Without a loss nothing needs to be compared to be right.
  const isAllTold = telling.lost.length === 0;
  const early = isAllTold ? compare(book, state, paddle.control.now()) : null;
  if (early) return `before comparing with Paddle: ${early}`;

  for await (const snapshot of paddle.gateway.listSubscriptions(unreadable)) {
    const breach = tell(book, toSubscriptionState(snapshot));
    if (breach) return breach;
  }
  return compare(book, state, paddle.control.now());
}

interface Known {
  facts: SubscriptionState;
  /** The latest end of a period that Paddle told of. */
  latestEnd: Date | null;
}

/** Takes in what was told. However little more is ever heard, premium ends with what is known, and a day for the unheard. */
function tell(book: Map<string, Known>, told: SubscriptionState): Breach {
  const before = book.get(told.paddleId) ?? null;
  const facts = applySnapshot(before?.facts ?? null, told);
  const latestEnd = later(before?.latestEnd ?? null, told.periodEnd);
  book.set(told.paddleId, { facts, latestEnd });
  const end = getSubscriptionPremiumEnd(facts);
  if (end && end.getTime() > (latestEnd?.getTime() ?? 0) + UNHEARD_MS) {
    return `${told.paddleId} is premium until ${end.toISOString()}, known until ${latestEnd?.toISOString()}`;
  }
  return null;
}

const later = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** Whether the book says of every subscription what Paddle says, and so of the premium access. */
function compare(book: Map<string, Known>, state: State, now: Date): Breach {
  for (const subscription of Object.values(state.subscriptions)) {
    const known = book.get(subscription.id)?.facts;
    if (!known) return `${subscription.id} is not known`;
    const {
      version: _,
      periodVersion: __,
      paddleUpdatedAt: ___,
      ...told
    } = toSubscriptionState(readSubscription(subscription));
    const { periodStart, periodEnd, ...others } = told;
    const expected = periodEnd ? { ...others, periodStart, periodEnd } : others;
    for (const [name, value] of Object.entries(expected)) {
      const found = known[name as keyof SubscriptionState];
      if (JSON.stringify(found) !== JSON.stringify(value)) {
        return `${name} of ${subscription.id} is ${JSON.stringify(found)}, at Paddle ${JSON.stringify(value)}`;
      }
    }
    const end = paidUntil(state, subscription.id);
    // Now, and just before and at the end, with nothing heard until then.
    for (const at of [now, ...(end ? [new Date(end.getTime() - 1), end] : [])]) {
      const isGiven = isPremium({ subscriptions: [known], grants: [] }, at);
      const isDue = end !== null && at < end;
      if (isGiven !== isDue) {
        return `${subscription.id} is ${isGiven ? '' : 'not '}premium at ${at.toISOString()}, paid until ${end?.toISOString()}`;
      }
    }
  }
  return null;
}

/** By Paddle's books and the words of the decisions: until when there is premium if nothing more is heard. */
function paidUntil({ subscriptions, backstage }: State, id: string): Date | null {
  const {
    status,
    current_billing_period: period,
    scheduled_change: change,
  } = subscriptions[id] as Subscription;
  if (!period || status === 'paused' || status === 'canceled') return null;
  const scheduled = change && change.action !== 'resume' ? Date.parse(change.effective_at) : null;
  if (status !== 'past_due') return new Date(scheduled ?? Date.parse(period.ends_at) + UNHEARD_MS);
  const grace = Date.parse(backstage[id]?.dunning?.failedAt ?? period.starts_at) + GRACE_MS;
  return new Date(Math.min(grace, scheduled ?? grace));
}

function unreadable(id: string, error: unknown): never {
  throw new Error(`${id} could not be read`, { cause: error });
}
