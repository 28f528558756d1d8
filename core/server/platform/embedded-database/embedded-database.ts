import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { findBinaries } from './binaries.ts';
import { checkExistingData, getSocketDir, getSocketPath, prepareFolders } from './data-folder.ts';
import { type PostgresProcess, startPostgres } from './postgres-process.ts';

export interface EmbeddedDatabase {
  /** The URL to give to `connectDatabase`. */
  url: string;
  close(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  dataDir: string;
  /** The folder of PostgreSQL's programs; `null` for those of the npm package. */
  postgresBinDir: string | null;
}

const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 2 * SECOND;

/**
 * Starts the PostgreSQL of a data folder, which listens on a Unix socket only, and restarts it if it ends. It ends with this
 * process, however that ends. Throws a `StartupError` if another server or command has the database open. `settings` of
 * PostgreSQL take the place of the usual ones.
 */
export async function startEmbeddedDatabase(
  { dataDir, postgresBinDir }: EmbeddedDatabaseOptions,
  logger: Logger,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const binaries = findBinaries(postgresBinDir);
  checkExistingData(dataDir, binaries.majorVersion);
  const user = prepareFolders(dataDir, binaries.dir);
  const start = () => startPostgres({ dataDir, binaries, user, settings, logger });

  let isClosing = false;
  let restarted = Promise.resolve();
  let current = await start();
  watch(current);

  function watch(postgres: PostgresProcess): void {
    void postgres.ended.then(({ code, signal }) => {
      if (isClosing) return;
      logger.error({ code, signal }, 'the embedded database ended unexpectedly; restarting it');
      restarted = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; !isClosing; delayMs = Math.min(delayMs * 2, MAX_RETRY_MS)) {
      try {
        current = await start();
        watch(current);
        return;
      } catch (error) {
        logger.error({ err: error }, 'restarting the embedded database failed; retrying');
        await wait(delayMs);
      }
    }
  }

  return {
    url: getUrl(dataDir),
    async close() {
      isClosing = true;
      await restarted;
      await current.stop();
    },
  };
}

/** Returns the URL of the database that a running server has open; `null` if there is none. */
export async function findRunningUrl(dataDir: string): Promise<string | null> {
  const socket = connect(getSocketPath(dataDir));
  try {
    await once(socket, 'connect');
    return getUrl(dataDir);
  } catch {
    // There is no socket, or nothing listens to it.
    return null;
  } finally {
    socket.destroy();
  }
}

/** With all parameters that the driver would otherwise take from the environment, such as PGPORT. */
function getUrl(dataDir: string): string {
  const parameters = new URLSearchParams({
    host: getSocketDir(dataDir),
    port: '5432',
    user: 'postgres',
    sslmode: 'disable',
  });
  return `postgres:///tezi?${parameters}`;
}
