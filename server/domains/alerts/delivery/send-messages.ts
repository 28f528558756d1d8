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

/** Claims are for what is sent within this time: access is checked shortly before, and a crash leaves few messages that may or may not have been sent. */
const CLAIM_MS = 250;
/** Results are committed this often: those that are not are sent again after a crash. */
const COMMIT_MS = 50;
const MAX_ATTEMPTS = 6;
/** What has waited longer since it was prepared is prepared again, because the access to a signal may have ended. */
const PREPARED_MS = SECOND;
/** A crowded lane or customer, with as many messages in flight as allowed, is waited for if it returns results at this share of the channel's rate. */
const MIN_SHARE_OF_RATE = 0.25;
/** Longer than the first results of a lane take that has just become crowded. */
const CROWDED_WAIT_MS = 200;
const CROWDED_POLL_MS = 10;
/** Messages to a slower one are due again after this time, so that messages of other lanes and customers are claimed before them. */
const CROWDED_MS = 500;
/** How often to look for other due messages while waiting for results. */
const IDLE_MS = 250;

/** Messages that were claimed together, whose access and text are those of that moment. */
interface Batch {
  /** More is probably due. */
  isFull: boolean;
  preparedAt: number;
  alerts: OutgoingAlert[];
  prepare: (alert: OutgoingAlert) => ReadyMessage;
}

/** A message whose lane or customer has too many messages in flight. */
interface CrowdedAlert {
  alert: OutgoingAlert;
  lane: string;
  since: number;
  /** How many results its lane had then. */
  finished: number;
}

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

  /** Returns `null` if nothing is due. */
  async function claim(): Promise<Batch | null> {
    const preparedAt = performance.now();
    const now = clock.now();
    const claimed = await claimDue(db, { channel: channel.name, claimant, limit, now });
    if (claimed.length === 0) return null;
    const { outgoing, settled } = await prepareDeliveries(db, claimed, { ...config, now });
    await settle(db, settled, claimant);
    const prepare = await channel.prepare(db, outgoing, now);
    return { isFull: claimed.length === limit, preparedAt, alerts: outgoing, prepare };
  }

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
  async function start({ alerts, prepare, preparedAt }: Batch) {
    const isOutdated = () => signal.aborted || performance.now() - preparedAt > PREPARED_MS;
    const waiting: SettledDelivery[] = [];
    let pending: (CrowdedAlert | { alert: OutgoingAlert; lane?: undefined })[] = alerts.map((alert) => ({
      alert,
    }));
    for (;;) {
      const crowded: CrowdedAlert[] = [];
      const returnRest = (index: number) => [
        ...waiting,
        ...[...crowded, ...pending.slice(index)].map(({ alert, lane }) => toWaiting(alert, getDueAt(lane))),
      ];
      for (const [index, each] of pending.entries()) {
        const { alert } = each;
        const { userId } = alert.delivery;
        if (each.lane !== undefined && inFlight.isCrowded(each.lane, userId)) {
          if (isOutdated() || isSlow(each)) waiting.push(toWaiting(alert, getDueAt(each.lane)));
          else crowded.push(each);
          continue;
        }
        await inFlight.waitForRoom();
        if (isOutdated()) return returnRest(index);
        const message = prepare(alert);
        const { lane } = message;
        if (message.delayMs > 0) {
          waiting.push(toPaused(alert, addMilliseconds(clock.now(), message.delayMs)));
          continue;
        }
        if (inFlight.isCrowded(lane, userId)) {
          crowded.push({ alert, lane, since: performance.now(), finished: inFlight.countFinished(lane) });
          continue;
        }
        await waitForTurn(pending.length - index);
        if (isOutdated()) return returnRest(index);
        inFlight.add(send(alert, message), lane, userId);
      }
      if (crowded.length === 0) return waiting;
      await wait(CROWDED_POLL_MS);
      pending = crowded;
    }
  }

  function isSlow({ lane, since, finished }: CrowdedAlert): boolean {
    const ms = performance.now() - since;
    if (ms <= CROWDED_WAIT_MS) return false;
    const minResults = (channel.perSecond * MIN_SHARE_OF_RATE * ms) / SECOND;
    // With room in the lane, the customer is crowded, whose other messages may be on a slow one.
    return inFlight.hasRoom(lane) || inFlight.countFinished(lane) - finished < minResults;
  }

  /** Those that waited for their lane are due after the others. */
  const getDueAt = (lane: string | undefined) =>
    lane === undefined ? null : addMilliseconds(clock.now(), CROWDED_MS);

  let next: Promise<Batch | null> | null = null;
  try {
    while (!signal.aborted) {
      const batch = await (next ?? claim());
      next = null;
      if (batch === null) {
        if (inFlight.size === 0) break;
        await Promise.race([inFlight.waitForAll(), wait(IDLE_MS)]);
        continue;
      }
      // Prepared while these are sent, so that no turn is missed.
      if (batch.isFull) next = claim();
      next?.catch(() => {});
      await results.storeFailed();
      await settle(db, await start(batch), claimant);
    }
  } finally {
    await next?.catch(() => {});
    await inFlight.waitForAll();
    await results.close();
    // What was claimed but not sent. After a crash the next attempt does this.
    await releaseClaims(db, claimant);
  }
  const nextDue = await findNextDue(db, channel.name);
  const delayMs = nextDue === null ? MINUTE : Math.max(0, nextDue.getTime() - clock.now().getTime());
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
  /** By lane. */
  readonly #finished = new Map<string, number>();

  constructor(limits: MessageChannel) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#sending.size;
  }

  hasRoom(lane: string): boolean {
    return (this.#counts.get(lane) ?? 0) < this.#limits.maxInFlightPerLane;
  }

  isCrowded(lane: string, userId: string): boolean {
    return !this.hasRoom(lane) || (this.#counts.get(userId) ?? 0) >= this.#limits.maxInFlightPerCustomer;
  }

  /** Counts the results of a lane so far. */
  countFinished(lane: string): number {
    return this.#finished.get(lane) ?? 0;
  }

  add(sent: Promise<void>, lane: string, userId: string): void {
    const change = (by: number) => {
      for (const key of [lane, userId]) {
        const count = (this.#counts.get(key) ?? 0) + by;
        if (count === 0) this.#counts.delete(key);
        else this.#counts.set(key, count);
      }
    };
    change(1);
    const sending = sent.finally(() => {
      change(-1);
      this.#finished.set(lane, this.countFinished(lane) + 1);
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
const SLICE_MS = 1;

/** What is missed while the next messages are prepared is made up for, but no more than this. */
const MAX_LAG_MS = 250;

const STORE_ATTEMPTS = 3;
const STORE_RETRY_MS = 500;

/** Collects results and stores them together, every 50 ms. Those that could not be stored are stored with the next ones. */
function createResultWriter(store: (settled: SettledDelivery[]) => Promise<void>) {
  let pending: SettledDelivery[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;

  async function write(): Promise<void> {
    const batch = pending;
    pending = [];
    try {
      await store(batch);
      hasFailed = false;
    } catch (error) {
      pending = [...batch, ...pending];
      hasFailed = true;
      throw error;
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.catch(() => {}).then(write);
    // Reported by `storeFailed` and `close`.
    writing.catch(() => {});
    return writing;
  }

  return {
    add(result: SettledDelivery) {
      pending.push(result);
      timer ??= setTimeout(flush, COMMIT_MS);
    },
    /** Throws if results that could not be stored still cannot be: sending more would repeat more. */
    async storeFailed() {
      if (hasFailed) await flush();
    },
    async close() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await flush();
        } catch (error) {
          if (attempt === STORE_ATTEMPTS) throw error;
          await wait(STORE_RETRY_MS);
        }
      }
    },
  };
}
