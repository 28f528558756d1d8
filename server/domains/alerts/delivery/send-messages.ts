import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { MessageChannel, OutgoingAlert, SendResult } from './channel.ts';
import { claimDue, releaseClaims, type SettledDelivery, settle } from './deliveries.queries.ts';
import { prepareDeliveries } from './prepare-deliveries.ts';
import type { SendJob } from './send-queues.ts';

interface SendDependencies {
  database: Pick<Database, 'db'>;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, 'analyst'>;
}

/** Claims are for what is sent within a second, so that a crash leaves few messages that may or may not have been sent. */
const CLAIM_MS = SECOND;
/** Results are committed this often: those that are not are sent again after a crash. */
const COMMIT_MS = 50;
const MAX_ATTEMPTS = 6;

/** Sends the messages of a channel that are due, until none is left. */
export async function sendMessages(
  channel: MessageChannel,
  { claimant }: SendJob,
  { database: { db }, clock, logger, config, signal }: SendDependencies & { signal: AbortSignal },
): Promise<void> {
  await releaseClaims(db, claimant);
  const results = createResultWriter((settled) => settle(db, settled));
  const inFlight = new Set<Promise<void>>();
  const limit = Math.max(1, Math.ceil((channel.perSecond * CLAIM_MS) / SECOND));
  const waitForTurn = createPacer(channel.perSecond);

  const send = async (alert: OutgoingAlert, deliver: (alert: OutgoingAlert) => Promise<SendResult>) => {
    const result = await deliver(alert).catch((error: unknown): SendResult => {
      logger.warn(
        { err: error, channel: channel.name, deliveryId: alert.delivery.id },
        'sending an alert failed',
      );
      return { state: 'retry', afterMs: MINUTE, reason: 'unreachable' };
    });
    results.add(toSettled(alert, result, clock.now()));
  };

  try {
    while (!signal.aborted) {
      const now = clock.now();
      const claimed = await claimDue(db, { channel: channel.name, claimant, limit, now });
      if (claimed.length === 0) break;
      const { outgoing, settled } = await prepareDeliveries(db, claimed, { ...config, now });
      await settle(db, settled);
      const deliver = await channel.prepare(
        db,
        outgoing.map(({ delivery }) => delivery.target),
        now,
      );
      for (const alert of outgoing) {
        if (signal.aborted) break;
        while (inFlight.size >= channel.maxInFlight) await Promise.race(inFlight);
        await waitForTurn();
        const sending = send(alert, deliver).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
    }
  } finally {
    await Promise.all(inFlight);
    await results.close();
    // What was claimed but not sent. After a crash the next attempt does this.
    await releaseClaims(db, claimant);
  }
}

function toSettled({ delivery, expiresAt }: OutgoingAlert, result: SendResult, now: Date): SettledDelivery {
  const none = { id: delivery.id, dueAt: null, acceptedAt: null };
  if (result.state === 'accepted') return { ...none, state: 'accepted', reason: null, acceptedAt: now };
  if (result.state !== 'retry') return { ...none, state: result.state, reason: result.reason };
  const dueAt = addMilliseconds(now, result.afterMs);
  if (delivery.attempts >= MAX_ATTEMPTS || dueAt >= expiresAt)
    return { ...none, state: 'failed', reason: result.reason };
  return { ...none, state: 'queued', reason: result.reason, dueAt };
}

/** Waits until the next message may be started: number *i* at the start plus *i* times the interval, and never several to catch up. */
function createPacer(perSecond: number): () => Promise<void> {
  const intervalMs = SECOND / perSecond;
  let next = performance.now();
  return async () => {
    const now = performance.now();
    const delay = next - now;
    next = Math.max(next, now - MAX_LAG_MS) + intervalMs;
    if (delay >= 1) await wait(delay);
  };
}

/** Timers are late by milliseconds. More than this is not made up for. */
const MAX_LAG_MS = 20;

/** Collects results and stores them together, every 50 ms. */
function createResultWriter(store: (settled: SettledDelivery[]) => Promise<void>) {
  let pending: SettledDelivery[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    const batch = pending;
    pending = [];
    writing = writing.then(() => store(batch));
    // Reported by `close`.
    writing.catch(() => {});
  };
  return {
    add(result: SettledDelivery) {
      pending.push(result);
      timer ??= setTimeout(flush, COMMIT_MS);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      flush();
      return writing;
    },
  };
}
