import pg from 'pg';
import type { Config } from '#server/config.ts';
import { SECOND } from '#server/platform/clock.ts';
import { connectDatabase, type Database } from '#server/platform/database.ts';
import {
  runningSocketDir,
  startEmbeddedDatabase,
} from '#server/platform/embedded-database/embedded-database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { StartupError } from '#server/platform/startup-error.ts';

export interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens and migrates the configured database for the server. The embedded one is started and held: a second server on
 * it is refused. Throws `StartupError` with a sentence for the operator.
 */
export async function openDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) return openServer(config.databaseUrl, logger);
  const embedded = await startEmbeddedDatabase(config.dataDir, logger);
  const database = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
  const close = async () => {
    await database.close();
    await embedded.close();
  };
  try {
    await migrateDatabase(database);
  } catch (error) {
    await close();
    throw error;
  }
  return { database, close };
}

/** For commands: as `openDatabase`, but joins the database of a running server instead of being refused. */
export async function joinDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const socketDir = config.databaseUrl === null ? runningSocketDir(config.dataDir) : null;
  if (socketDir === null) return openDatabase(config, logger);
  const database = connectDatabase({ kind: 'embedded', socketDir }, logger);
  return { database, close: () => database.close() };
}

async function openServer(url: string, logger: Logger): Promise<OpenDatabase> {
  await probe(url);
  const database = connectDatabase({ kind: 'server', url }, logger);
  try {
    await migrateDatabase(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, close: () => database.close() };
}

/** Asks the server once, with a connection of its own, before anything is built on it. */
async function probe(url: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
    // A connection that is lost between two statements; the next one reports it.
    client.on('error', () => {});
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new StartupError(
      `The database named by DATABASE_URL (${withoutPassword(url)}) cannot be reached: ${reason(error)}. ` +
        'Check that the server is running, that the address, user and password are right, and that the database exists.',
      { cause: error },
    );
  } finally {
    await client?.end().catch(() => {});
  }
}

const PROBE_TIMEOUT_MS = 10 * SECOND;

const withoutPassword = (url: string) => url.replace(/(\/\/[^/@:]*):[^/@]*@/, '$1:…@');

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  return error instanceof Error ? error.message || error.name : String(error);
}
