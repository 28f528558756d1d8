import { randomUUID } from 'node:crypto';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { enqueue, isAnyDueWithin } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { SENT_CHANNELS, type SentChannel } from '#features/alerts/contract/channels.ts';

/** A job that sends what is due on a channel. The claims of all its attempts begin with `claimant`, so that each finds those of the one before. */
export interface SendJob {
  claimant: string;
}

export const sendQueues = Object.fromEntries(
  SENT_CHANNELS.map((channel) => [channel, defineSendQueue(channel)]),
) as Record<SentChannel, ReturnType<typeof defineSendQueue>>;
export const sendQueueNames = Object.values(sendQueues).map(({ name }) => name);

function defineSendQueue(channel: SentChannel) {
  return defineQueue<SendJob>(`send-alerts-${channel}`, {
    timeLimitMs: 15 * MINUTE,
    retries: { maxAttempts: 20, firstDelayMs: 5 * SECOND, longestDelayMs: 5 * MINUTE },
  });
}

/** Queues a job that sends what is due on a channel. Several jobs share the work, one on each server. */
export const queueSending = (tx: Transaction, channel: SentChannel): Promise<void> =>
  enqueue(tx, sendQueues[channel], { claimant: randomUUID() });

/** Queues a job that sends what becomes due on a channel after a delay, unless one waits for then or before. */
export async function queueSendingLater(
  tx: Transaction,
  channel: SentChannel,
  delayMs: number,
): Promise<void> {
  const queue = sendQueues[channel];
  if (await isAnyDueWithin(tx, queue, delayMs)) return;
  await enqueue(tx, queue, { claimant: randomUUID() }, { delayMs });
}
