import { setImmediate as yieldToEvents, setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { MessageChannel, OutgoingAlert, ReadyMessage, SendResult } from './channel.ts';
import {
  claimDue,
  findNextDue,
  nameAttempt,
  releaseClaims,
  releaseEarlierAttempts,
  type SettledDelivery,
  settle,
} from './deliveries.queries.ts';
import { prepareDeliveries } from './prepare-deliveries.ts';
import { queueSendingLater, type SendJob } from './send-queues.ts';

interface SendDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, 'analyst'>;
}

/** Claims are for what is sent within a second, so that a crash leaves few messages that may or may not have been sent. */
const CLAIM_MS = SECOND;
/** Results are committed this often: those that are not are sent again after a crash. */
const COMMIT_MS = 50;
const MAX_ATTEMPTS = 6;
/** What has waited longer since it was prepared is prepared again, because the access to a signal may have ended. */
const PREPARED_MS = 2 * SECOND;
/** What finds its lane or customer with too many messages in flight waits so long for results, which are checked this often. */
const CROWDED_WAIT_MS = 100;
const CROWDED_POLL_MS = 10;
/** Then it is due again after this time, so that messages of other lanes and customers are claimed before it. */
const CROWDED_MS = 500;
/** While results are awaited, other due messages are looked for this often. */
const IDLE_MS = 250;

/** Sends the messages of a channel that are due, until none is left. */
export async function sendMessages(
  channel: MessageChannel,
  job: SendJob,
  { database, clock, logger, config, signal }: SendDependencies & { signal: AbortSignal },
): Promise<void> {
  const { db } = database;
  await releaseEarlierAttempts(db, job.claimant);
  const claimant = nameAttempt(job.claimant);
  const results = createResultWriter((settled) => settle(db, settled, claimant));
  const inFlight = new InFlight(channel);
  const limit = Math.max(1, Math.ceil((channel.perSecond * CLAIM_MS) / SECOND));
  const waitForTurn = channel.waitForTurn ?? createPacer(channel.perSecond);

  const send = async (alert: OutgoingAlert, message: ReadyMessage) => {
    const result = await message.send().catch((error: unknown): SendResult => {
      logger.warn(
        { err: error, channel: channel.name, deliveryId: alert.delivery.id },
        'sending an alert failed',
      );
      return { state: 'retry', afterMs: MINUTE, reason: 'unreachable' };
    });
    results.add(toSettled(alert, result, clock.now()));
  };

  /** Starts messages. Returns those that wait. */
  async function start(alerts: readonly OutgoingAlert[], prepare: (alert: OutgoingAlert) => ReadyMessage) {
    const preparedAt = performance.now();
    const isOutdated = () => signal.aborted || performance.now() - preparedAt > PREPARED_MS;
    const waiting: SettledDelivery[] = [];
    let crowdedAt: number | undefined;
    let pending: { alert: OutgoingAlert; lane?: string }[] = alerts.map((alert) => ({ alert }));
    for (;;) {
      const crowded: typeof pending = [];
      for (const [index, { alert, lane: crowdedLane }] of pending.entries()) {
        const { userId } = alert.delivery;
        if (crowdedLane !== undefined && inFlight.isCrowded(crowdedLane, userId)) {
          crowded.push({ alert, lane: crowdedLane });
          continue;
        }
        await inFlight.waitForRoom();
        if (isOutdated()) return [...waiting, ...returnToQueue([...crowded, ...pending.slice(index)])];
        const message = prepare(alert);
        const { lane } = message;
        if (message.delayMs > 0) {
          waiting.push(toPaused(alert, addMilliseconds(clock.now(), message.delayMs)));
          continue;
        }
        if (inFlight.isCrowded(lane, userId)) {
          crowded.push({ alert, lane });
          continue;
        }
        await waitForTurn(pending.length - index);
        if (isOutdated()) return [...waiting, ...returnToQueue([...crowded, ...pending.slice(index)])];
        inFlight.add(send(alert, message), lane, userId);
      }
      if (crowded.length === 0) return waiting;
      crowdedAt ??= performance.now();
      if (performance.now() - crowdedAt > CROWDED_WAIT_MS) return [...waiting, ...returnToQueue(crowded)];
      await wait(CROWDED_POLL_MS);
      pending = crowded;
    }
  }

  /** Those that waited for their lane are due after the others. */
  const returnToQueue = (alerts: readonly { alert: OutgoingAlert; lane?: string }[]) => {
    const dueAt = addMilliseconds(clock.now(), CROWDED_MS);
    return alerts.map(({ alert, lane }) => toWaiting(alert, lane === undefined ? null : dueAt));
  };

  try {
    while (!signal.aborted) {
      const now = clock.now();
      const claimed = await claimDue(db, { channel: channel.name, claimant, limit, now });
      if (claimed.length === 0) {
        if (inFlight.size === 0) break;
        await Promise.race([inFlight.waitForAll(), wait(IDLE_MS)]);
        continue;
      }
      const { outgoing, settled } = await prepareDeliveries(db, claimed, { ...config, now });
      await settle(db, settled, claimant);
      const prepare = await channel.prepare(
        db,
        outgoing.map(({ delivery }) => delivery.target),
        now,
      );
      await settle(db, await start(outgoing, prepare), claimant);
    }
  } finally {
    await inFlight.waitForAll();
    await results.close();
    // What was claimed but not sent. After a crash the next attempt does this.
    await releaseClaims(db, claimant);
  }
  const next = await findNextDue(db, channel.name);
  const delayMs = next === null ? MINUTE : Math.max(0, next.getTime() - clock.now().getTime());
  // Later than that, the job of every minute finds it.
  if (delayMs < MINUTE) await database.transaction((tx) => queueSendingLater(tx, channel.name, delayMs));
}

function toSettled({ delivery, expiresAt }: OutgoingAlert, result: SendResult, now: Date): SettledDelivery {
  const sent = { id: delivery.id, dueAt: null, acceptedAt: null, attempts: 1 };
  if (result.state === 'accepted') return { ...sent, state: 'accepted', reason: null, acceptedAt: now };
  if (result.state !== 'retry' && result.state !== 'postponed')
    return { ...sent, ...result, attempts: result.state === 'failed' ? 1 : 0 };
  const dueAt = addMilliseconds(now, result.afterMs);
  if (result.state === 'postponed') return toPaused({ delivery, expiresAt }, dueAt);
  if (delivery.attempts + 1 >= MAX_ATTEMPTS || dueAt >= expiresAt)
    return { ...sent, state: 'failed', reason: result.reason };
  return { ...sent, state: 'queued', reason: result.reason, dueAt };
}

/** Returns an alert to the queue that was not sent; with `null` it is due as before. */
const toWaiting = (
  { delivery: { id } }: Pick<OutgoingAlert, 'delivery'>,
  dueAt: Date | null,
): SettledDelivery => ({
  id,
  state: 'queued',
  reason: null,
  dueAt,
  acceptedAt: null,
});

const toPaused = (alert: Pick<OutgoingAlert, 'delivery' | 'expiresAt'>, dueAt: Date): SettledDelivery => ({
  ...toWaiting(alert, dueAt),
  state: dueAt >= alert.expiresAt ? 'failed' : 'queued',
  reason: 'unreachable',
});

/** The messages that wait for their results, counted by lane and by customer. */
class InFlight {
  readonly #limits: MessageChannel;
  readonly #sending = new Set<Promise<void>>();
  readonly #counts = new Map<string, number>();

  constructor(limits: MessageChannel) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sending.size;
  }

  isCrowded(lane: string, userId: string): boolean {
    const { maxInFlightPerLane, maxInFlightPerCustomer } = this.#limits;
    const count = (key: string) => this.#counts.get(key) ?? 0;
    return count(lane) >= maxInFlightPerLane || count(userId) >= maxInFlightPerCustomer;
  }

  add(sent: Promise<void>, ...keys: readonly [lane: string, userId: string]): void {
    const change = (by: number) => {
      for (const key of keys) {
        const count = (this.#counts.get(key) ?? 0) + by;
        if (count === 0) this.#counts.delete(key);
        else this.#counts.set(key, count);
      }
    };
    change(1);
    const sending = sent.finally(() => {
      change(-1);
      this.#sending.delete(sending);
    });
    this.#sending.add(sending);
  }

  async waitForRoom(): Promise<void> {
    while (this.size >= this.#limits.maxInFlight) await Promise.race(this.#sending);
  }

  async waitForAll(): Promise<void> {
    await Promise.all(this.#sending);
  }
}

/** Waits until the next message may be started: number *i* at the start plus *i* times the interval. */
function createPacer(perSecond: number): () => Promise<void> {
  const intervalMs = SECOND / perSecond;
  let next = performance.now();
  let yieldedAt = next;
  return async () => {
    const now = performance.now();
    const delay = next - now;
    next = Math.max(next, now - MAX_LAG_MS) + intervalMs;
    if (delay >= 1) await wait(delay);
    else if (now - yieldedAt >= SLICE_MS) await yieldToEvents();
    else return;
    yieldedAt = performance.now();
  };
}

/** Requests have their turn after so long, also if messages take longer than their interval. */
const SLICE_MS = 5;

/** What is missed while the next messages are prepared is made up for, but no more than this. */
const MAX_LAG_MS = 250;

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
