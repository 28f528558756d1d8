import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Config, ConfigError } from '#core/server/config/config.ts';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { connectDatabase, type Database } from '#core/server/platform/database.ts';
import { hasEmbeddedDatabase } from '#core/server/platform/embedded-database/data-folder.ts';
import {
  type EmbeddedDatabase,
  findRunningUrl,
  startEmbeddedDatabase,
} from '#core/server/platform/embedded-database/embedded-database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import {
  isMigrated,
  type MigrateOptions,
  migrateDatabase,
} from '#core/server/platform/migrations/migrate.ts';
import { DatabaseHeldError, getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';
import { checkDatabaseServer } from './check-database-server.ts';
import { checkMode, type HasDemoContent } from './database-mode.ts';

export interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

interface OpenOptions {
  /** Receives a line for the operator while the database server starts, or another server migrates the database. */
  report?: (line: string) => void;
  /** The longest wait for a database server that cannot be reached; 0 by default. */
  waitMs?: number;
  /** Recognizes the database of a demo whose mode is not stored yet; by default none is one. */
  hasDemoContent?: HasDemoContent;
  /** Creates what a server needs in the database, on one server at a time. */
  prepare?: (database: Database) => Promise<void>;
}

/**
 * Opens, migrates and prepares the configured database, unless it belongs to servers of the other mode. The embedded one is started
 * and locked: a second server on it fails to start. Throws `StartupError` with a sentence for the operator.
 */
export const openDatabase = (
  config: Config,
  logger: Logger,
  options: OpenOptions = {},
): Promise<OpenDatabase> =>
  open(config, logger, {
    ...options,
    check: (client) => checkMode(client, config, options.hasDemoContent ?? (async () => false)),
  });

type Check = NonNullable<MigrateOptions['check']>;

async function open(
  config: Config,
  logger: Logger,
  options: OpenOptions & { check?: Check },
): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    await checkDatabaseServer(config.databaseUrl, options).catch((error) => {
      throw toStartupError(error);
    });
    return openUrl(config.databaseUrl, logger, options);
  }
  const embedded = await startEmbeddedDatabase(config, logger);
  return openUrl(embedded.url, logger, { ...options, embedded });
}

/** Creating the embedded database takes seconds, also on a slow disk. */
const START_TIMEOUT_MS = MINUTE;

/**
 * For commands: like `openDatabase`, but shares the database of a running server. The mode does not matter: commands add no sample content,
 * and operators use them on copies of production's database without its settings.
 */
export async function joinDatabase(
  config: Config,
  logger: Logger,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  for (const until = Date.now() + START_TIMEOUT_MS; ; ) {
    const url = config.databaseUrl === null ? await findRunningUrl(config.dataDir) : null;
    if (url !== null) return joinRunning(url, logger);
    try {
      return await open(config, logger, options);
    } catch (error) {
      // A server that is starting holds it before it can be joined.
      if (!(error instanceof DatabaseHeldError) || Date.now() >= until) throw error;
    }
  }
}

async function joinRunning(url: string, logger: Logger): Promise<OpenDatabase> {
  const database = connectDatabase(url, logger);
  try {
    await waitUntilMigrated(database);
  } catch (error) {
    await database.close();
    throw toStartupError(error);
  }
  return { database, close: () => database.close() };
}

/** Runs a backup on the configured database as it is, without migrating it, also while a server uses it. */
export async function withExistingDatabase<T>(
  config: Config,
  logger: Logger,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === null) {
    const url = await findRunningUrl(config.dataDir);
    if (url !== null) return work(url);
    if (!hasEmbeddedDatabase(config.dataDir)) {
      throw new StartupError(`There is no embedded database in ${config.dataDir}.`);
    }
  }
  return withUnusedDatabase(config, logger, work);
}

/**
 * Runs a restore on the configured database, without migrating it before. The embedded one is created if it does not
 * exist, and must not be in use.
 */
export async function withUnusedDatabase<T>(
  config: Config,
  logger: Logger,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) {
    await checkDatabaseServer(config.databaseUrl);
    return work(config.databaseUrl);
  }
  const embedded = await startEmbeddedDatabase(config, logger);
  try {
    return await work(embedded.url);
  } finally {
    await embedded.close();
  }
}

async function openUrl(
  url: string,
  logger: Logger,
  { report, check, prepare, embedded }: OpenOptions & { check?: Check; embedded?: EmbeddedDatabase },
): Promise<OpenDatabase> {
  const database = connectDatabase(url, logger);
  const close = async () => {
    await database.close();
    await embedded?.close();
  };
  try {
    await migrateDatabase(database, {
      ...(report ? { report } : {}),
      ...(check ? { check } : {}),
      prepare: async () => prepare?.(database),
    });
  } catch (error) {
    await close();
    throw toStartupError(error);
  }
  return { database, close };
}

/** Migrating an embedded database takes seconds. */
const JOIN_TIMEOUT_MS = 30 * SECOND;

/** The server may still be opening or migrating its database when a command runs. */
async function waitUntilMigrated(database: Database): Promise<void> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  for (;;) {
    try {
      if (await isMigrated(database)) return;
    } catch (error) {
      if (!findUnavailable(error) || Date.now() >= deadline) throw error;
    }
    if (Date.now() >= deadline) {
      throw new StartupError(
        'The running server has not migrated its database to this version. If it is an older version, restart it first.',
      );
    }
    await wait(100);
  }
}

function toStartupError(error: unknown): unknown {
  const sentence = error instanceof StartupError ? null : describeDatabaseError(error);
  return sentence === null ? error : new StartupError(sentence, { cause: error });
}

/** Returns what to print instead of a stack trace; `null` for an unexpected error. */
export function describeStartupError(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message;
  return describeDatabaseError(error);
}

/** Returns a sentence for the operator about an error of the database; `null` for any other error. */
function describeDatabaseError(error: unknown): string | null {
  if (findUnavailable(error)) {
    return (
      `The database is not available: ${getRootMessage(error)}. ` +
      'Check that it is running and accepts connections, then start again.'
    );
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) {
      const { message, code, detail, hint } = cause;
      const notes = [detail, hint].filter((note) => note !== undefined).map((note) => ` ${note}`);
      return `The database reported an error: ${message} (SQLSTATE ${code}).${notes.join('')}`;
    }
  }
  return null;
}
