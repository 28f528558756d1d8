import { setTimeout as wait, setImmediate as yieldToEvents } from 'node:timers/promises';
import type { Config } from '#core/server/config/config.ts';
import { addMilliseconds, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { FairQueue } from '#core/server/platform/fair-queue.ts';
import type { DeliveryReason } from '#features/alerts/contract/kinds.ts';
import type { LaneTrouble } from '#features/alerts/server/alerts.tables.ts';
import type {
  ChannelDependencies,
  MessageChannel,
  OutgoingAlert,
  ReadyMessage,
  SendResult,
} from './channel.ts';
import {
  claimDue,
  findNextDue,
  nameAttempt,
  releaseClaims,
  releaseEarlierAttempts,
  type SettledDelivery,
  settle,
} from './deliveries.queries.ts';
import { Lane } from './lane.ts';
import { pauseLane, readLanes, SHARED_LANE } from './lanes.queries.ts';
import { prepareDeliveries } from './prepare-deliveries.ts';
import { queueSendingLater, type SendJob } from './send-queues.ts';

type SendDependencies = Pick<ChannelDependencies, 'database' | 'clock' | 'logger'> & {
  config: Pick<Config, 'analyst'>;
};

/** Claims are for what is sent within this time: access is checked shortly before, and a crash leaves few messages that may or may not have been sent. */
const CLAIM_MS = 250;
/** A lane in which one message at a time is sent leaves out at once what is of no use any more. */
const MIN_CLAIMED = 10;
/** So many lanes claim and prepare messages at a time, to leave connections for requests. */
const MAX_CLAIMING = 3;
/** Results are committed this often: those that are not are sent again after a crash. */
const COMMIT_MS = 50;
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_MS = 5 * SECOND;
const LONGEST_RETRY_MS = 30 * MINUTE;
/** What has waited longer since it was prepared is prepared again, because the access to a signal may have ended. */
const PREPARED_MS = SECOND;
/** How often to look for lanes with due messages. */
const IDLE_MS = 250;
/** What is due and was not found waits for its lane: looking again at once would find nothing either. */
const MIN_DELAY_MS = SECOND;
/** Less than the time limit of a job. Another one continues. */
const LONGEST_RUN_MS = 10 * MINUTE;

/** Messages that were claimed together, whose access and text are those of that moment. */
interface Batch {
  /** More is probably due. */
  isFull: boolean;
  preparedAt: number;
  alerts: OutgoingAlert[];
  prepare: Awaited<ReturnType<MessageChannel['prepare']>>;
}

/** Returns the function that runs a job of a channel: it sends the messages that are due, until none is left. What it learns of services remains. */
export function createMessageSender(
  channel: MessageChannel,
  { database, clock, logger, config }: SendDependencies,
): (job: SendJob, context: { signal: AbortSignal }) => Promise<void> {
  const { db } = database;
  const waitInShared = channel.waitForTurn ?? createPacer(channel.shared.perSecond);
  const waitInLane = channel.lanes ? createPacer(channel.lanes.perSecond) : waitInShared;
  const claims = new FairQueue({
    maxRunning: MAX_CLAIMING,
    maxWaiting: Number.POSITIVE_INFINITY,
    createError: () => new Error('too many lanes claim messages'),
  });
  let lanes = new Map<string, Lane>();

  async function runJob(job: SendJob, { signal: jobSignal }: { signal: AbortSignal }): Promise<void> {
    await releaseEarlierAttempts(db, job.claimant);
    const claimant = nameAttempt(job.claimant);
    const results = createResultWriter((settled) => settle(db, settled, claimant));
    const failing = new AbortController();
    const signal = AbortSignal.any([jobSignal, failing.signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    const running = new Map<Lane, Promise<void>>();

    /** Starts the lanes that have something to send, each on its own. */
    async function startLanes(): Promise<void> {
      const now = clock.now();
      const states = await readLanes(db, channel.name, now);
      const names = new Set(states.map(({ name }) => name));
      // A lane that has ended remains until its last message.
      lanes = new Map(
        [...lanes].filter(([name, lane]) => names.has(name) || running.has(lane) || lane.size > 0),
      );
      for (const state of states) {
        const lane = lanes.get(state.name) ?? new Lane(state.name, channel);
        lanes.set(state.name, lane);
        lane.update(state, now);
        if (!state.isDue || running.has(lane) || !lane.hasRoom() || lane.isPaused(now)) continue;
        const sending = sendInLane(lane, { claimant, results, signal, running })
          .catch((error: unknown) => failing.abort(error))
          .finally(() => running.delete(lane));
        running.set(lane, sending);
      }
    }

    try {
      while (!signal.aborted) {
        await startLanes();
        const inFlight = [...lanes.values()].filter(({ size }) => size > 0);
        if (running.size === 0 && inFlight.length === 0) break;
        const finished = Promise.all([...running.values(), ...inFlight.map((lane) => lane.waitForAll())]);
        await Promise.race([finished, wait(IDLE_MS)]);
      }
    } catch (error) {
      failing.abort(error);
    } finally {
      await Promise.all(running.values());
      await Promise.all([...lanes.values()].map((lane) => lane.waitForAll()));
      await results.close();
      // What was claimed but not sent. After a crash the next attempt does this.
      await releaseClaims(db, claimant);
    }
    failing.signal.throwIfAborted();
    const nextDue = await findNextDue(db, channel.name);
    const delayMs =
      nextDue === null ? MINUTE : Math.max(MIN_DELAY_MS, nextDue.getTime() - clock.now().getTime());
    // Later than that, the job of every minute finds it.
    if (delayMs < MINUTE) await database.transaction((tx) => queueSendingLater(tx, channel.name, delayMs));
  }

  interface Run {
    claimant: string;
    results: ReturnType<typeof createResultWriter>;
    signal: AbortSignal;
    running: Map<Lane, Promise<void>>;
  }

  /** Sends what is due in a lane, until nothing is. The last messages may still be in flight. */
  async function sendInLane(lane: Lane, run: Run): Promise<void> {
    const { claimant, results, signal } = run;
    const isStopped = () => signal.aborted || lane.isPaused(clock.now());
    let next: Promise<Batch | null> | null = null;
    try {
      while (!isStopped()) {
        const batch = await (next ?? claim(lane, run));
        next = null;
        if (batch === null) return;
        // Prepared while these are sent, so that no turn is missed.
        if (batch.isFull) next = claim(lane, run);
        next?.catch(() => {});
        await results.storeFailed();
        await settle(db, await start(lane, batch, { results, isStopped }), claimant);
      }
    } finally {
      const unsent = await next?.catch(() => null);
      if (unsent) await settle(db, unsent.alerts.map(toWaiting), claimant);
    }
  }

  /** The origin of a target may have changed since its messages were queued, or have a lane by now. */
  function findLane(url: string): string {
    const { origin } = new URL(url);
    return lanes.has(origin) ? origin : SHARED_LANE;
  }

  /** Returns `null` if nothing is due. */
  const claim = (lane: Lane, { claimant, running }: Run): Promise<Batch | null> =>
    claims.run({ client: null, groups: [] }, async () => {
      const preparedAt = performance.now();
      const now = clock.now();
      const { perSecond } = (lane.isShared ? channel.shared : channel.lanes) ?? channel.shared;
      // The shared lane has a rate of its own.
      const sharing = lane.isShared ? 1 : [...running.keys()].filter(({ isShared }) => !isShared).length;
      const turns = (perSecond * CLAIM_MS) / SECOND / Math.max(1, sharing);
      const limit = Math.min(Math.max(1, Math.ceil(turns)), Math.max(MIN_CLAIMED, lane.limit));
      const claimed = await claimDue(db, {
        channel: channel.name,
        lane: lane.name,
        claimant,
        limit,
        without: lane.listCrowdedCustomers(),
        now,
      });
      if (claimed.length === 0) return null;
      const { outgoing, settled } = await prepareDeliveries(db, claimed, { ...config, now });
      await settle(db, settled, claimant);
      const prepare = await channel.prepare(db, outgoing);
      return { isFull: claimed.length === limit, preparedAt, alerts: outgoing, prepare };
    });

  /** Starts messages. Returns those that wait. */
  async function start(
    lane: Lane,
    { alerts, prepare, preparedAt }: Batch,
    { results, isStopped }: Pick<Run, 'results'> & { isStopped: () => boolean },
  ): Promise<SettledDelivery[]> {
    const isOutdated = () => isStopped() || performance.now() - preparedAt > PREPARED_MS;
    const waiting: SettledDelivery[] = [];
    for (const [index, alert] of alerts.entries()) {
      const { userId } = alert.delivery;
      const message = prepare(alert);
      if (typeof message === 'string') {
        results.add(toSettled(alert, { state: 'canceled', reason: message }, clock.now()));
        continue;
      }
      const current = message.url === null ? lane.name : findLane(message.url);
      if (current !== lane.name) {
        waiting.push({ ...toWaiting(alert), lane: current });
        continue;
      }
      if (message.delayMs > 0) {
        waiting.push(toPaused(alert, addMilliseconds(clock.now(), message.delayMs)));
        continue;
      }
      // The next claims leave the customer out until there is room.
      if (!lane.hasRoomFor(userId)) {
        waiting.push(toWaiting(alert));
        continue;
      }
      if (!isOutdated()) await lane.waitForRoom();
      if (!isOutdated()) await (lane.isShared ? waitInShared : waitInLane)(alerts.length - index);
      if (isOutdated()) return [...waiting, ...alerts.slice(index).map(toWaiting)];
      lane.add(send(lane, alert, message, results), userId);
    }
    return waiting;
  }

  async function send(lane: Lane, alert: OutgoingAlert, message: ReadyMessage, results: Run['results']) {
    const result = await message.send(lane).catch((error: unknown): SendResult => {
      logger.warn(
        { err: error, channel: channel.name, deliveryId: alert.delivery.id },
        'sending an alert failed',
      );
      return { state: 'retry', afterMs: MINUTE };
    });
    results.add(toSettled(alert, await judge(lane, alert, result), clock.now()));
  }

  /** Draws the conclusions of a result about its lane. What a pause concerns has made no attempt. */
  async function judge(lane: Lane, alert: OutgoingAlert, result: SendResult): Promise<SendResult> {
    if (result.state === 'accepted') lane.recordAcceptance();
    if ((result.state !== 'retry' && result.state !== 'postponed') || !result.trouble) return result;
    const { trouble, afterMs, ...waiting } = result;
    const now = clock.now();
    const until = lane.recordTrouble(trouble, alert.delivery.userId, { now, afterMs });
    if (until !== null) {
      const details = { channel: channel.name, lane: lane.name, ms: until.getTime() - now.getTime() };
      // Not an error: the host may be that of a few accounts. Operators learn of others from `listPausedLanes`.
      logger.warn(details, TROUBLES[trouble]);
      await pauseLane(db, { channel: channel.name, lane: lane.name, reason: trouble }, { now, until }).catch(
        (error: unknown) => logger.error({ err: error }, 'a pause could not be stored'),
      );
    }
    return lane.isPaused(now) ? { ...waiting, state: 'postponed', afterMs: lane.getPauseMs(now) } : result;
  }

  return runJob;
}

const TROUBLES: Record<LaneTrouble, string> = {
  limited: 'a service accepts no more messages of this site for now; nothing is sent to it for a while',
  rejected:
    'a service rejects this site; nothing is sent to it for a while; if this persists, check PUSH_VAPID_PRIVATE_KEY and PUSH_CONTACT',
  unreachable: 'a service does not respond; nothing is sent to it for a while',
};

function toSettled(alert: OutgoingAlert, result: SendResult, now: Date): SettledDelivery {
  const { id, attempts } = alert.delivery;
  if (result.state === 'accepted') return { id, state: 'accepted', acceptedAt: now, attempts: 1 };
  if (result.state === 'failed') return { id, ...result, attempts: 1 };
  if (result.state === 'canceled') return { id, ...result };
  const { reason = 'unreachable' } = result;
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS);
  const dueAt = addMilliseconds(now, result.afterMs ?? backoffMs);
  if (result.state === 'postponed') return toPaused(alert, dueAt, reason);
  if (attempts + 1 >= MAX_ATTEMPTS || dueAt >= alert.expiresAt)
    return { id, state: 'failed', reason, attempts: 1 };
  return { id, state: 'queued', reason, dueAt, attempts: 1 };
}

/** Returns an alert to the queue that was not sent. It is due as before. */
const toWaiting = ({ delivery: { id } }: OutgoingAlert): SettledDelivery => ({ id, state: 'queued' });

/** An alert that waits until its target or service is tried again has made no attempt. */
const toPaused = (
  { delivery: { id }, expiresAt }: OutgoingAlert,
  dueAt: Date,
  reason: DeliveryReason = 'unreachable',
): SettledDelivery =>
  dueAt >= expiresAt ? { id, state: 'failed', reason } : { id, state: 'queued', reason, dueAt };

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
