import type { Queryable } from '#core/server/platform/database.ts';
import type { SubscriptionAction } from '#features/billing/contract/subscriptions.ts';
import {
  changeNotPossible,
  changeRejected,
  otherSubscriptionRenews,
  paddleUnreachable,
} from '#features/billing/server/billing.errors.ts';
import { listCustomerSubscriptions, type SubscriptionRow } from '#features/billing/server/billing.queries.ts';
import { assertNothingPaidByTransfer } from '#features/billing/server/checkout/purchase-rules.ts';
import { GatewayError, type PaddleGateway } from '#features/billing/server/paddle/paddle-gateway.ts';
import type { PaddleSnapshot } from '#features/billing/server/paddle/snapshots.ts';
import type { WorkerDependencies } from '#features/billing/server/webhooks/webhook-events.ts';
import { applySubscription } from './apply-snapshots.ts';
import { getNextStep, hasNextCharge, type NextStep } from './subscription-rules.ts';

export interface ChangeDependencies extends WorkerDependencies {
  gateway: PaddleGateway;
}

/**
 * Pauses, cancels or resumes a subscription at Paddle and stores Paddle's response immediately, so that the customer sees
 * the change before the webhook arrives. Makes no call when the subscription is already in the requested state. A failed
 * call is never retried: the subscription is fetched again, and the change counts as made if Paddle has it, for example
 * after two concurrent requests. Otherwise throws the error to show to the customer.
 */
export async function changeSubscription(
  parts: ChangeDependencies,
  row: SubscriptionRow,
  action: SubscriptionAction,
): Promise<SubscriptionRow> {
  const step = getNextStep(row, action, parts.clock.now());
  if (step === 'nothing') return row;
  if (action === 'resume' && step !== 'ended') {
    await assertNoOtherRenewal(parts.database.db, row);
    if (row.userId !== null)
      await assertNothingPaidByTransfer(parts.database.db, row.userId, parts.clock.now());
  }
  const { paddleId } = row;
  try {
    if (step === 'cancelNow') await assertPaused(parts, paddleId);
    return await storeSnapshot(parts, await requestChange(parts.gateway, row, step));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    parts.logger.warn({ err: error, paddleId, action }, 'subscription change failed at Paddle');
    const current = await storeSnapshot(parts, await fetchCurrent(parts.gateway, paddleId, error));
    const remaining = getNextStep(current, action, parts.clock.now());
    if (remaining === 'nothing') return current;
    throw remaining === step ? toHttpError(error) : changeNotPossible(current, remaining);
  }
}

/** A canceled subscription may have been replaced by a new one: both would be charged. */
async function assertNoOtherRenewal(db: Queryable, { id, userId }: SubscriptionRow): Promise<void> {
  const all = userId === null ? [] : await listCustomerSubscriptions(db, [userId]);
  if (all.some((other) => other.id !== id && hasNextCharge(other))) throw otherSubscriptionRenews();
}

/** It may have been resumed at Paddle, and an immediate cancellation would end the period that was paid. */
async function assertPaused(parts: ChangeDependencies, paddleId: string): Promise<void> {
  const current = await storeSnapshot(parts, await parts.gateway.getSubscription(paddleId));
  if (current.status !== 'paused') throw changeNotPossible(current, 'cancel');
}

/** No transaction is open during the call, which may take 30 seconds. */
async function requestChange(
  gateway: PaddleGateway,
  row: SubscriptionRow,
  step: NextStep,
): Promise<PaddleSnapshot> {
  switch (step) {
    case 'pause':
    case 'cancel':
    case 'cancelNow':
      return gateway[step](row.paddleId);
    case 'unschedule':
    case 'now':
    case 'continue':
      return gateway.resume(row.paddleId, step);
    default:
      throw changeNotPossible(row, step);
  }
}

/** Stores the response to a change, so that the customer sees it before the webhook arrives. */
export const storeSnapshot = (
  { database, clock, logger, tokenSecrets }: ChangeDependencies,
  snapshot: PaddleSnapshot,
) =>
  database.transaction((tx) => applySubscription(tx, snapshot, { tokenSecrets, logger, now: clock.now() }));

async function fetchCurrent(gateway: PaddleGateway, paddleId: string, failure: GatewayError) {
  try {
    return await gateway.getSubscription(paddleId);
  } catch (error) {
    throw error instanceof GatewayError ? toHttpError(failure) : error;
  }
}

const toHttpError = (error: GatewayError) =>
  error.kind === 'rejected' ? changeRejected(error) : paddleUnreachable(error);
