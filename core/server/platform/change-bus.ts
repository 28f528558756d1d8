import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { CHANGE_TOPICS, type ChangeTopic } from '#core/contract/topics.ts';
import { SECOND } from './clock.ts';
import { ADVISORY_LOCKS } from './database/advisory-locks.ts';
import { closeConnection, createClient, queryWithin } from './database/connection.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import type { Logger } from './logger.ts';
import { reportDatabaseSuccess } from './logging/outage-log.ts';

export type { ChangeTopic };

/** How a change affects cached responses. */
export interface ChangeOptions {
  /**
   * No caller waits for the change: while a response is rendered again, requests get it as it was before the change, for
   * `STALE_WHILE_REVALIDATE_MS` at most.
   */
  staleWhileRevalidate?: boolean;
}

type ChangeListener = (topic: ChangeTopic | null, options?: ChangeOptions) => void;

/**
 * Notifies every server of committed changes, so that no cache is stale. The notification is part of the transaction
 * (`NOTIFY`).
 */
export interface ChangeBus {
  /** Called after every committed change of any server, and with `null` when changes may have been missed. */
  subscribe(listener: ChangeListener): void;
  /** False while the changes of other servers are missed: caches then use a value for `UNANNOUNCED_MAX_AGE_MS` only. */
  readonly isListening: boolean;
  /** Notifies this server only; the database notifies the others. */
  emit(topic: ChangeTopic | null, options?: ChangeOptions): void;
  /** Returns the payload of the database's notification. This server ignores it, because it emits its changes itself. */
  toPayload(topic: ChangeTopic, options?: ChangeOptions): string;
  /**
   * Stops ignoring the notifications that this server has sent so far. Call it when the outcome of a commit is unknown: the
   * database may commit later than this server emits the change, and then only the notification is in time.
   */
  acceptSentNotifications(): void;
  /**
   * Resolves to true if no other process is connected to the database, so that whatever is marked as running there was
   * interrupted. Unlike a host name or a process ID, this also holds in containers, and while another process still stops.
   */
  isOnlyServer(): Promise<boolean>;
  close(): Promise<void>;
}

export const CHANGE_CHANNEL = 'tezi_changes';

/** A server whose connection was interrupted, for example by a failover, is connected again after this. */
const RECONNECT_MS = SECOND;

const OTHER_SERVERS = `
  select 1 from pg_locks
  where locktype = 'advisory' and (classid, objid, objsubid) = (0, ${ADVISORY_LOCKS.serverPresence}, 1) and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
  limit 1
`;

export const UNANNOUNCED_MAX_AGE_MS = SECOND;

export const STALE_WHILE_REVALIDATE_MS = SECOND;

/** A word of the payload. Earlier versions ignore it. */
const STALE_WHILE_REVALIDATE = 'stale-while-revalidate';

/** Returns the payload of the database's notification. */
export const toChangePayload = (
  topic: ChangeTopic,
  sender: string,
  { staleWhileRevalidate = false }: ChangeOptions = {},
) => [topic, sender, ...(staleWhileRevalidate ? [STALE_WHILE_REVALIDATE] : [])].join(' ');

/** The options of the listening connection. */
interface ListenOptions {
  config: pg.ClientConfig;
  timeouts: { connectMs: number; listenCheckMs: number; listenRetryMs: number };
}

export function createChangeBus(listenOptions: ListenOptions, logger: Logger): ChangeBus {
  const listeners = new Set<ChangeListener>();
  const emit = (topic: ChangeTopic | null, options: ChangeOptions = {}) => {
    for (const listener of listeners) listener(topic, options);
  };
  let sender = randomUUID();
  const receive = (payload: string | undefined) => {
    const [topic, sentBy, option] = payload?.split(' ') ?? [];
    if (sentBy === sender) return;
    // The topic of a newer version: anything may have changed.
    const named = CHANGE_TOPICS.find((each) => each === topic) ?? null;
    emit(named, { staleWhileRevalidate: option === STALE_WHILE_REVALIDATE });
  };
  const listening = listen(listenOptions, { emit, receive }, logger);
  return {
    subscribe: (listener) => void listeners.add(listener),
    get isListening() {
      return listening.isListening;
    },
    emit,
    toPayload: (topic, options) => toChangePayload(topic, sender, options),
    acceptSentNotifications() {
      sender = randomUUID();
    },
    isOnlyServer: () => listening.isOnlyServer(),
    close: () => listening.stop(),
  };
}

interface Listening {
  readonly isListening: boolean;
  isOnlyServer(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Maintains a dedicated listening connection. It is queried regularly, which is the only way to notice a server that
 * disappeared without closing the connection. Losing and restoring the connection count as a change of every topic.
 */
function listen(
  { config, timeouts: { connectMs, listenCheckMs, listenRetryMs } }: ListenOptions,
  { emit, receive }: { emit: (topic: null) => void; receive: (payload: string | undefined) => void },
  logger: Logger,
): Listening {
  let isListening = false;
  let isClosing = false;
  let isInterrupted = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = createClient({ ...config, connectionTimeoutMillis: connectMs });
    client = next;
    next.on('notification', ({ payload }) => receive(payload));
    next.on('error', (error) => reconnect(next, error));
    next.on('end', () => reconnect(next));
    try {
      await next.connect();
      await queryWithin(next, connectMs, `select pg_advisory_lock_shared(${ADVISORY_LOCKS.serverPresence})`);
      await queryWithin(next, connectMs, `listen ${CHANGE_CHANNEL}`);
    } catch (error) {
      return reconnect(next, error);
    }
    if (client !== next) return;
    if (isInterrupted) logger.debug('listening for the changes of other servers again');
    reportDatabaseSuccess(logger);
    isInterrupted = false;
    isListening = true;
    emit(null);
    scheduleCheck(next);
  }

  function scheduleCheck(listening: pg.Client): void {
    if (isClosing) return;
    timer = setTimeout(async () => {
      try {
        await queryWithin(listening, listenCheckMs, 'select 1');
        reportDatabaseSuccess(logger);
        if (client === listening) scheduleCheck(listening);
      } catch (error) {
        reconnect(listening, error);
      }
    }, listenCheckMs);
  }

  function reconnect(broken: pg.Client, error?: unknown): void {
    if (isClosing || client !== broken) return;
    client = undefined;
    isListening = false;
    clearTimeout(timer);
    void closeConnection(broken);
    timer = setTimeout(connect, listenRetryMs);
    // Once for the whole outage, not at every attempt: subscribers read everything again.
    if (isInterrupted) return;
    isInterrupted = true;
    logger.warn(
      { err: new DatabaseUnavailable('unreachable', error) },
      'the connection that listens for changes of other servers was lost',
    );
    emit(null);
  }

  async function isConnectedAlone(): Promise<boolean> {
    if (client === undefined || !isListening) return false;
    return (await queryWithin(client, connectMs, OTHER_SERVERS)).rowCount === 0;
  }

  void connect();
  return {
    get isListening() {
      return isListening;
    },
    async isOnlyServer() {
      if (!(await isConnectedAlone())) return false;
      await wait(RECONNECT_MS);
      return isConnectedAlone();
    },
    async stop() {
      isClosing = true;
      clearTimeout(timer);
      if (client) await closeConnection(client);
    },
  };
}
