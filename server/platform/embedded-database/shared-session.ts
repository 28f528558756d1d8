import type { Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket';
import { findRejection, type Rejection, toFatalError } from './rejected-messages.ts';

export interface SharedSessionOptions {
  /** A transaction whose connection sends nothing for this long is rolled back, and the connection is closed. */
  idleTransactionMs: number;
  /**
   * The time limit of an external connection's transaction, even a busy one, while the server's queries wait for it.
   */
  maxTransactionMs: number;
  /** The size limit of the write-ahead log, which recovery reads completely after a crash. */
  maxWalBytes: number;
  /** Called before every message that reaches the database. */
  beforeMessage: () => void;
  /** Called when the engine itself fails and is no longer usable. A failing statement is only an error response. */
  onBroken: (error: unknown) => void;
}

export interface SharedSession {
  /**
   * Serves a connection. The server's own connections share the session and change no settings. An external client may
   * change any setting: it has its own, which no other connection sees.
   */
  accept(socket: Socket, client: 'server' | 'external'): void;
  /** Call it regularly: PGlite has no automatic checkpoints, and its log would grow without limit. */
  checkpointIfNeeded(): void;
  close(): Promise<void>;
}

interface Connection {
  id: number;
  isExternal: boolean;
  /** Its saved settings while another connection's are active. */
  settings: Setting[];
  terminate(error: Rejection): void;
}

interface Setting {
  name: string;
  setting: string;
}

interface Task {
  connectionId: number;
  run(): Promise<void>;
  cancel(): void;
}

/**
 * Shares PGlite's only session among connections.
 *
 * An exchange (parse, bind, execute … sync) or a transaction of one connection runs to its end while all others wait.
 * The session's settings do not change between connections of the server. When an external connection (psql, pg_dump)
 * takes its turn, its settings and roles are restored; they are saved and reset when its turn ends. Objects that it
 * creates in the session (temporary tables, prepared statements, advisory locks) remain until the last external
 * connection closes. The server's search path lists temporary tables last, so that they cannot hide its own tables.
 */
export async function shareSession(
  database: PGlite,
  { idleTransactionMs, maxTransactionMs, maxWalBytes, beforeMessage, onBroken }: SharedSessionOptions,
): Promise<SharedSession> {
  const connections = new Map<number, Connection>();
  let tasks: Task[] = [];
  let isWorking = false;
  let isExchangeOpen = false;
  /** The connection whose exchange or transaction is open. */
  let pinnedTo: number | null = null;
  let pinnedAt = 0;
  /** The external connection whose settings the session has; `null` when it has the server's. */
  let active: Connection | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let isUsedSinceCheckpoint = true;

  // The engine's response to a startup message is always the same, and a malformed message would crash it.
  const greeting = await run(STARTUP);
  await database.exec(SERVER_SETTINGS);

  async function run(message: Uint8Array, onData?: (data: Uint8Array) => void): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    await database.execProtocolRawStream(message, {
      onRawData: onData ?? ((data) => chunks.push(data.slice())),
    });
    return Buffer.concat(chunks);
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    clearTimeout(idleTimer);
    try {
      for (let task = takeNextTask(); task; task = takeNextTask()) await task.run();
    } catch (error) {
      onBroken(error);
      return;
    }
    isWorking = false;
    if (pinnedTo !== null) idleTimer = setTimeout(endIdleTransaction, idleTransactionMs);
  }

  function takeNextTask(): Task | undefined {
    if (pinnedTo === null) return tasks.shift();
    const index = tasks.findIndex((task) => task.connectionId === pinnedTo);
    return index === -1 ? undefined : tasks.splice(index, 1)[0];
  }

  /** Returns false if it terminated the connection instead. */
  async function execute(
    connection: Connection,
    message: Uint8Array,
    onData: (data: Uint8Array) => void,
  ): Promise<boolean> {
    beforeMessage();
    if (isTransactionTooLong(connection)) {
      connection.terminate(LONG_TRANSACTION);
      return false;
    }
    if (!(await activate(connection.isExternal ? connection : null))) return false;
    await run(message, onData);
    isUsedSinceCheckpoint = true;
    const type = String.fromCharCode(message[0] ?? 0);
    if (EXCHANGE.includes(type)) isExchangeOpen = true;
    else if (type === SYNC || type === QUERY) isExchangeOpen = false;
    if (pinnedTo === null) pinnedAt = performance.now();
    pinnedTo = isExchangeOpen || database.isInTransaction() ? connection.id : null;
    return true;
  }

  function isTransactionTooLong(connection: Connection): boolean {
    if (!connection.isExternal || pinnedTo !== connection.id) return false;
    const isServerWaiting = tasks.some((task) => connections.get(task.connectionId)?.isExternal === false);
    return isServerWaiting && performance.now() - pinnedAt > maxTransactionMs;
  }

  /**
   * A connection whose settings cannot be read or restored, for example because another one dropped its role, is
   * terminated. Returns false if that connection is `next`.
   */
  async function activate(next: Connection | null): Promise<boolean> {
    if (next === active) return true;
    const previous = active;
    if (previous) {
      try {
        previous.settings = await readSettings();
      } catch {
        previous.terminate(LOST_SETTINGS);
      }
    }
    if (!next) {
      await resetSettings();
      return true;
    }
    await database.exec(RESET_SETTINGS);
    try {
      await database.exec(buildRestoreStatement(next.settings));
    } catch {
      next.terminate(LOST_SETTINGS);
      await resetSettings();
      return false;
    }
    active = next;
    return true;
  }

  async function resetSettings(): Promise<void> {
    await database.exec(RESET_SETTINGS);
    await database.exec(SERVER_SETTINGS);
    active = null;
  }

  async function readSettings(): Promise<Setting[]> {
    // Roles are reset before reading and restored last, because they may not have the right to read or restore the
    // other settings.
    const [roles] = await database.exec(READ_ROLES);
    await database.exec(RESET_ROLES);
    const [settings] = await database.exec(READ_SETTINGS);
    return [...(settings?.rows ?? []), ...(roles?.rows ?? [])] as unknown as Setting[];
  }

  /** Removes everything of a closed connection from the session. */
  async function cleanUp(connection: Connection): Promise<void> {
    if (!connections.delete(connection.id)) return;
    if (pinnedTo === connection.id) {
      if (isExchangeOpen) await run(SYNC_MESSAGE);
      if (database.isInTransaction()) await database.exec('ROLLBACK');
      isExchangeOpen = false;
      pinnedTo = null;
    }
    if (!connection.isExternal) return;
    const isLast = ![...connections.values()].some(({ isExternal }) => isExternal);
    if (!isLast && active !== connection) return;
    await database.exec(isLast ? 'DISCARD ALL' : RESET_SETTINGS);
    await database.exec(SERVER_SETTINGS);
    active = null;
  }

  async function checkpoint(): Promise<void> {
    beforeMessage();
    await activate(null);
    const [result] = await database.exec(READ_WAL_BYTES);
    if (Number(result?.rows[0]?.bytes) > maxWalBytes) await database.exec('CHECKPOINT');
    isUsedSinceCheckpoint = false;
  }

  function endIdleTransaction(): void {
    if (pinnedTo !== null) connections.get(pinnedTo)?.terminate(IDLE_TRANSACTION);
  }

  /** Called by PGLiteSocketHandler, which splits the stream into messages. */
  const queryQueue = {
    enqueue(id: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
      const connection = connections.get(id);
      if (!connection) return Promise.reject(new Error('The connection is closed.'));
      if (message[0] === STARTUP_TYPE) {
        onData(greeting);
        return Promise.resolve(greeting.length);
      }
      const rejection = connection.isExternal ? findRejection(message) : null;
      if (rejection) {
        connection.terminate(rejection);
        return Promise.reject(new Error(rejection.message));
      }
      return new Promise((resolve, reject) => {
        tasks.push({
          connectionId: id,
          async run() {
            let size = 0;
            const isExecuted = await execute(connection, message, (data) => {
              size += data.length;
              onData(data);
            });
            if (isExecuted) resolve(size);
            else reject(new Error('The connection is closed.'));
          },
          cancel: () => reject(new Error('The connection is closed.')),
        });
        void work();
      });
    },

    clearQueueForHandler(id: number): void {
      for (const task of tasks) if (task.connectionId === id) task.cancel();
      tasks = tasks.filter((task) => task.connectionId !== id);
    },

    clearTransactionIfNeeded(id: number): Promise<void> {
      const connection = connections.get(id);
      if (!connection) return Promise.resolve();
      return new Promise((resolve) => {
        const clean = () => cleanUp(connection).then(resolve);
        tasks.unshift({ connectionId: id, run: clean, cancel: resolve });
        void work();
      });
    },
  };

  const handlers = new Set<PGLiteSocketHandler>();

  return {
    accept(socket, client) {
      const handler = new PGLiteSocketHandler({
        queryQueue: queryQueue as unknown as PGLiteSocketHandlerOptions['queryQueue'],
        closeOnDetach: true,
      });
      handlers.add(handler);
      socket.once('close', () => handlers.delete(handler));
      connections.set(handler.handlerId, {
        id: handler.handlerId,
        isExternal: client === 'external',
        settings: [],
        terminate(error) {
          socket.write(toFatalError(error));
          void handler.detach(true);
        },
      });
      void handler.attach(socket);
    },
    checkpointIfNeeded() {
      if (!isUsedSinceCheckpoint || tasks.some(({ connectionId }) => connectionId === NO_CONNECTION)) return;
      tasks.push({ connectionId: NO_CONNECTION, run: checkpoint, cancel: () => {} });
      void work();
    },
    async close() {
      clearTimeout(idleTimer);
      await Promise.all([...handlers].map((handler) => handler.detach(true)));
    },
  };
}

function buildRestoreStatement(settings: Setting[]): string {
  const calls = settings.map(
    ({ name, setting }) => `pg_catalog.set_config(${toLiteral(name)}, ${toLiteral(setting)}, false)`,
  );
  return `SELECT ${calls.join(', ')}`;
}

const toLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The connection id for the session's own tasks; handler ids start at 1. */
const NO_CONNECTION = 0;
const READ_WAL_BYTES =
  'SELECT pg_current_wal_insert_lsn() - redo_lsn AS bytes FROM pg_catalog.pg_control_checkpoint()';
const SERVER_SETTINGS = 'SET search_path TO public, pg_temp';
const RESET_ROLES = 'RESET SESSION AUTHORIZATION; RESET ROLE';
const RESET_SETTINGS = `${RESET_ROLES}; RESET ALL`;
const READ_SETTINGS = `SELECT name, setting FROM pg_catalog.pg_settings
  WHERE source = 'session' AND name NOT IN ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')`;
const READ_ROLES = `SELECT 'session_authorization' AS name, session_user::text AS setting
  UNION ALL SELECT 'role', pg_catalog.current_setting('role')`;

const IDLE_TRANSACTION: Rejection = {
  code: '25P03',
  message: 'terminating connection due to idle-in-transaction timeout',
};

const LONG_TRANSACTION: Rejection = {
  code: '25P04',
  message: 'terminating connection due to transaction timeout',
};
const LOST_SETTINGS: Rejection = {
  code: '57P01',
  message: 'terminating connection because its settings cannot be restored',
};

/** Parse, bind, describe, execute and close (PostgreSQL's protocol, Message Formats). */
const EXCHANGE = 'PBDEC';
const SYNC = 'S';
const QUERY = 'Q';
const SYNC_MESSAGE = Uint8Array.from([0x53, 0, 0, 0, 4]);

/** A startup message has no type: its first byte is the most significant byte of its length. */
const STARTUP_TYPE = 0;
const STARTUP_PARAMETERS = Buffer.from('user\0postgres\0database\0postgres\0\0');
const STARTUP = Buffer.concat([
  Uint8Array.from([0, 0, 0, 8 + STARTUP_PARAMETERS.length, 0, 3, 0, 0]),
  STARTUP_PARAMETERS,
]);
