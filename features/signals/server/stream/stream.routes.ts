import * as z from 'zod/mini';
import type { Caller } from '#core/server/http/caller.ts';
import { requireAccess } from '#core/server/http/endpoints/access.ts';
import { rejectOtherMethods } from '#core/server/http/endpoints.ts';
import { signInRequired } from '#core/server/http/errors/errors.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { HttpError, throttled } from '#core/server/platform/http-error.ts';
import { listIpBlocks } from '#core/server/platform/rate-limits/ip-block.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { cacheCompanies, cacheTradingCalendar } from '#features/market/server/market.ts';
import { cacheLastCloses } from '#features/market/server/prices/prices.ts';
import { SignalType } from '#features/signals/contract/signal.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { SIGNAL_STREAM_PATH, type SignalEvent } from '#features/signals/contract/stream.ts';
import { presentSignals } from '#features/signals/server/list-signals.ts';
import { getSignalAccess, readCustomerAccess } from '#features/signals/server/signal-access.ts';
import { riskStatementNotAccepted, subscriptionRequired } from '#features/signals/server/signals.errors.ts';
import { listEvents, readVersions, type StoredEvent } from './signal-events.queries.ts';
import { type EventSource, SignalStreams } from './signal-streams.ts';
import { findEntitled, openStream } from './stream.ts';

/** `signal_type`, repeatable. */
const StreamQuery = z.object({
  signal_type: z.optional(z.union([z.array(SignalType).check(z.maxLength(SIGNAL_TYPES.length)), SignalType])),
});
type RequestedTypes = z.infer<typeof StreamQuery>['signal_type'];

/** How long a client waits before it tries again after too many streams. */
const THROTTLED_S = 30;

/** What the streams of this server have done. */
export interface StreamUsage {
  readonly open: number;
  readonly sentEvents: number;
}

/** Serves the stream of signal changes. Draining the server ends the streams first, so that clients reconnect elsewhere. */
export function signalStreamRoutes(dependencies: RouteDependencies): StreamUsage {
  const { api, config, database, clock, logger, access } = dependencies;
  const counter = createStreamCounter(config.streamLimits);
  const streams = new SignalStreams({
    source: createEventSource(dependencies),
    changes: database.changes,
    logger,
    checkAccess: (callers) => findEntitled(database.db, callers, clock.now()),
    // The demo's users watch what follows when they advance its clock.
    intervals: config.mode === 'demo' ? { reloadDelayMs: 0 } : {},
  });
  api.beforeDrain(() => streams.close());
  api.addHook('preClose', async () => streams.close());

  api.get(
    SIGNAL_STREAM_PATH,
    {
      schema: { summary: 'Stream the changes of signals as Server-Sent Events', querystring: StreamQuery },
      config: { access: 'anyone', isStream: true },
      exposeHeadRoute: false,
      onRequest: requireAccess('anyone', access),
    },
    async (request, reply) => {
      const { caller, clientIp } = request;
      const { signal_type: requested } = request.query as z.infer<typeof StreamQuery>;
      const signalTypes = await getReadableTypes(requested, caller);
      // The client has disconnected during the queries: nothing would release the stream.
      if (reply.raw.destroyed) return reply.hijack();
      if (reply.raw.socket === null) throw pipelined();
      const release = counter.acquire(clientIp, getAccountId(caller));
      if (release === null) throw throttled(THROTTLED_S);

      const headers = reply.getHeaders() as Record<string, string>;
      reply.hijack();
      const stream = openStream(reply.raw, {
        signalTypes,
        caller: 'sessionId' in caller ? caller : null,
        headers: {
          ...headers,
          'content-type': 'text/event-stream',
          // `no-transform`: a proxy that compresses would hold events back.
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        },
      });
      reply.raw.once('close', () => {
        streams.remove(stream);
        release();
      });
      try {
        await streams.add(stream);
      } catch (error) {
        logger.warn({ err: error }, 'a signal stream could not be started');
        // The response has begun. Without `ready` the client reconnects.
        reply.raw.destroy();
      }
    },
  );

  // Otherwise they would reach the signal with the id `stream`. A response that never ends has no HEAD.
  rejectOtherMethods(api, SIGNAL_STREAM_PATH, ['GET']);

  return {
    get open() {
      return counter.open;
    },
    get sentEvents() {
      return streams.sentEvents;
    },
  };

  /** Returns the requested types, or those that the caller may read. Throws if it may not read a requested one. */
  async function getReadableTypes(requested: RequestedTypes, caller: Caller) {
    const customer = await readCustomerAccess(database.db, caller, clock.now());
    return SIGNAL_TYPES.filter((type) => {
      const { kind } = getSignalAccess(caller, type, customer);
      if (kind !== 'granted' && requested?.includes(type)) throw REJECTIONS[kind]();
      return kind === 'granted' && (requested === undefined || requested.includes(type));
    });
  }
}

const REJECTIONS = {
  sign_in_required: signInRequired,
  risk_statement_required: riskStatementNotAccepted,
  subscription_required: subscriptionRequired,
};

/** The versions and events of the database, for the streams of this server. */
function createEventSource({
  config,
  database,
  clock,
  logger,
}: Pick<Dependencies, 'config' | 'database' | 'clock' | 'logger'>): EventSource {
  const { db } = database;
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastCloses = cacheLastCloses(database);

  /**
   * Presents events to traders, each with its signal as it is now: a client replaces the signal by its ID, so that the state
   * after the change itself is not needed.
   */
  async function present(events: readonly StoredEvent[]): Promise<SignalEvent[]> {
    const rows = new Map(events.map(({ row }) => [row.id, row]));
    const signals = await presentSignals(db, [...rows.values()], {
      analyst: config.analyst,
      costUnits: config.costUnits,
      calendar: await getCalendar(),
      companies: await getCompanies(),
      getLastCloses,
      now: clock.now(),
    });
    const byId = new Map(signals.map((signal) => [signal.id, signal]));
    return events.map(({ kind, row: { id, signalType: signal_type, deletedAt } }) => {
      const signal = byId.get(id);
      return signal === undefined || deletedAt !== null || kind === 'removed'
        ? { kind: 'removed', signal_type, id }
        : { kind, signal_type, signal };
    });
  }

  return {
    readVersions: () => readVersions(db),
    async readEvents(signalType, range) {
      const events = await listEvents(db, signalType, range);
      // Clients load their lists instead, so that a signal that cannot be presented does not hold back the others.
      return present(events).catch((error) => {
        // The streams wait for the database, because all clients would load from it at once.
        if (findUnavailable(error)) throw error;
        logger.error({ err: error, signalType, ...range }, 'signal events could not be presented');
        return [];
      });
    },
  };
}

/** The response waits for the one before it on the connection, so that a stream could send nothing, not even that it ends. */
const pipelined = () =>
  new HttpError({
    status: 400,
    code: 'pipelined_stream',
    body: { detail: 'Open the stream on a connection without unfinished requests.' },
  });

const getAccountId = (caller: Caller) => {
  if (caller.kind === 'visitor') return null;
  return caller.kind === 'administrator' ? caller.administratorId : caller.userId;
};

interface StreamLimits {
  /** The open streams of one IP address; an IPv6 address counts as its /64 network. */
  maxPerIp: number;
  /** The open streams of one account. */
  maxPerAccount: number;
}

/** The open streams of this server. Fewer than its connections, so that requests still get through. */
const MAX_STREAMS = 11_000;

/** Counts the open streams of this server. */
function createStreamCounter({ maxPerIp, maxPerAccount }: StreamLimits) {
  const counts = new Map<string, number>();
  const getCount = (key: string) => counts.get(key) ?? 0;
  return {
    get open(): number {
      return getCount('all');
    },
    /** Counts a stream and returns the function that releases it, to be called once; `null` beyond a limit. */
    acquire(clientIp: string, accountId: string | null): (() => void) | null {
      const limits = new Map([['all', MAX_STREAMS]]);
      for (const { key, multiple } of listIpBlocks(clientIp)) limits.set(`ip ${key}`, maxPerIp * multiple);
      if (accountId !== null) limits.set(`account ${accountId}`, maxPerAccount);
      if ([...limits].some(([key, max]) => getCount(key) >= max)) return null;
      for (const key of limits.keys()) counts.set(key, getCount(key) + 1);
      return () => {
        for (const key of limits.keys()) {
          if (getCount(key) > 1) counts.set(key, getCount(key) - 1);
          else counts.delete(key);
        }
      };
    },
  };
}
