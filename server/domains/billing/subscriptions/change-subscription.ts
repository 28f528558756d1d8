import type { SubscriptionAction } from '#contract/billing/subscriptions.ts';
import {
  changeNotPossible,
  changeRejected,
  otherSubscriptionRenews,
  paddleUnreachable,
} from '#server/domains/billing/billing.errors.ts';
import { listCustomerSubscriptions, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { isRenewing } from '#server/domains/billing/customers/account-deletion.ts';
import { GatewayError, type PaddleGateway } from '#server/domains/billing/paddle/paddle-gateway.ts';
import type { PaddleSnapshot } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { applySubscription } from './apply-subscription.ts';
import { type NextStep, getNextStep } from './next-step.ts';

interface Parts {
  database: Database;
  clock: Clock;
  logger: Logger;
  tokenSecret: string;
  gateway: PaddleGateway;
}

/**
 * Has Paddle pause, cancel or resume a subscription, and takes in what Paddle answers at once, so that the customer sees it
 * before any webhook. Nothing is asked for what is so already. A call is never repeated: when it fails, for example since
 * two came at once, what Paddle has now says whether it is so all the same. Throws what the customer is told otherwise.
 */
export async function changeSubscription(
  parts: Parts,
  row: SubscriptionRow,
  wanted: SubscriptionAction,
): Promise<SubscriptionRow> {
  const step = getNextStep(row, wanted, parts.clock.now());
  if (step === 'nothing') return row;
  if (wanted === 'resume' && step !== 'ended') await assertNoOtherRenewal(parts.database.db, row);
  const { paddleId } = row;
  try {
    return await storeSnapshot(parts, await requestChange(parts.gateway, row, step));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    parts.logger.warn({ err: error, paddleId, wanted }, 'Paddle did not make a change');
    const current = await storeSnapshot(parts, await fetchCurrent(parts.gateway, paddleId, error));
    const left = getNextStep(current, wanted, parts.clock.now());
    if (left === 'nothing') return current;
    throw left === step ? toHttpError(error) : changeNotPossible(current, left);
  }
}

/** What is canceled may have been followed by a new subscription: both would be paid. */
async function assertNoOtherRenewal(db: Queryable, { id, userId }: SubscriptionRow): Promise<void> {
  const all = userId === null ? [] : await listCustomerSubscriptions(db, userId);
  if (all.some((other) => other.id !== id && isRenewing(other))) throw otherSubscriptionRenews();
}

/** No transaction is open while Paddle is asked: that may take half a minute. */
async function requestChange(
  gateway: PaddleGateway,
  row: SubscriptionRow,
  step: NextStep,
): Promise<PaddleSnapshot> {
  switch (step) {
    case 'pause':
    case 'cancel':
      return gateway[step](row.paddleId);
    case 'undo':
    case 'now':
    case 'continue':
      return gateway.resume(row.paddleId, step);
    default:
      throw changeNotPossible(row, step);
  }
}

const storeSnapshot = ({ database, clock, logger, tokenSecret }: Parts, snapshot: PaddleSnapshot) =>
  database.transaction((tx) => applySubscription(tx, snapshot, { tokenSecret, logger, now: clock.now() }));

async function fetchCurrent(gateway: PaddleGateway, paddleId: string, failure: GatewayError) {
  try {
    return await gateway.getSubscription(paddleId);
  } catch (error) {
    throw error instanceof GatewayError ? toHttpError(failure) : error;
  }
}

const toHttpError = (error: GatewayError) =>
  error.kind === 'refused' ? changeRejected(error) : paddleUnreachable(error);
