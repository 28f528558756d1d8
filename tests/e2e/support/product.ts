import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { NODE, ROOT, startServerProcess } from '#tests/support/server-process.ts';

/** The running demo, with its sample content. */
export interface Product {
  /** Its URL, without a trailing slash. */
  url: string;
  /** Runs an operator command (`npm run tezi -- …`). */
  tezi(...args: string[]): Promise<void>;
  /** Runs a statement in its database, like an operator with `psql`, and returns the rows. */
  query(statement: string): Promise<unknown[]>;
  /** Returns everything that it has logged since its last start. */
  output(): string;
  /** Terminates it like a process manager and returns its exit code. */
  terminate(): Promise<number | null>;
  /** Starts it again after it was terminated, at the same URL. */
  restart(): Promise<void>;
  /** Stops it, waits for its exit and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product like `npm start`, with a separate database and port. A `DATA_DIR` of the settings must not be deep in folders. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'tezi-e2e-')));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const start = (port?: string) =>
      startServerProcess({
        DATA_DIR: dataDir,
        // Tests read the log.
        LOG_FORMAT: 'json',
        // The tests' feed servers listen on the loopback interface.
        OUTBOUND_ALLOW_LOOPBACK: 'true',
        ...settings,
        ...(port === undefined ? {} : { PORT: port }),
      });
    let server = await start();
    return {
      url: server.url,
      async tezi(...args) {
        await promisify(execFile)(NODE, ['cli.ts', ...args], { cwd: ROOT, env: server.env });
      },
      async query(statement) {
        const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'tezi' });
        await client.connect();
        const { rows } = await client.query(statement).finally(() => client.end());
        return rows;
      },
      output: () => server.output(),
      terminate: () => server.stop(),
      async restart() {
        server = await start(server.env.PORT);
      },
      async stop() {
        await server.stop();
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
