import { randomUUID } from 'node:crypto';
import { HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';

/** A sign-in from a browser that had not signed in to the account before, of which its customer is alerted. */
interface SignInAlert {
  id: string;
  userId: string;
  device: string;
  occurredAt: string;
}

/** A job for each of these sign-ins. The alerts feature handles them. */
export const signInAlertQueue = defineQueue<SignInAlert>('sign-in-alert', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

export const queueSignInAlert = (
  tx: Transaction,
  { userId, userAgent, now }: { userId: string; userAgent: string | null; now: Date },
): Promise<void> =>
  enqueue(tx, signInAlertQueue, {
    id: randomUUID(),
    userId,
    device: describeDevice(userAgent),
    occurredAt: now.toISOString(),
  });
