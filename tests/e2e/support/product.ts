import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
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
  /** Runs a statement in its database, like an operator with `psql`. */
  query(statement: string): Promise<void>;
  /** Returns everything that it has logged since its last start. */
  output(): string;
  /** Terminates it like a process manager and returns its exit code. */
  terminate(): Promise<number | null>;
  /** Starts it again after it was terminated, at the same URL. */
  restart(): Promise<void>;
  /** Stops it, waits for its exit and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product like `npm start`, with a separate database and port. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezi-e2e-'));
  const database = await createDatabase();
  const removeData = async () => {
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const start = (port?: string) =>
      startServerProcess({
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        // The tests' feed servers listen on the loopback interface.
        OUTBOUND_ALLOW_LOOPBACK: 'true',
        ...settings,
        ...(port === undefined ? {} : { PORT: port }),
      });
    let server = await start();
    return {
      url: server.url,
      async tezi(...args) {
        await promisify(execFile)(NODE, ['server/cli.ts', ...args], { cwd: ROOT, env: server.env });
      },
      async query(statement) {
        const client = new pg.Client(database.getClientConfig(dataDir));
        await client.connect();
        await client.query(statement).finally(() => client.end());
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

interface ProductDatabase {
  url: string;
  getClientConfig: (dataDir: string) => pg.ClientConfig;
  remove: () => Promise<unknown>;
}

/** Uses the embedded database, or creates one on the server of TEST_DATABASE_URL. */
async function createDatabase(): Promise<ProductDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    return {
      url: 'embedded',
      getClientConfig: (dataDir) => ({ host: join(dataDir, 'socket'), user: 'postgres' }),
      remove: async () => {},
    };
  }
  const { getDatabaseUrl, runOnServer } = await import('#tests/support/database/database-template.ts');
  const name = `tezi_e2e_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `create database ${name}`);
  const url = getDatabaseUrl(server, name);
  return {
    url,
    getClientConfig: () => ({ connectionString: url }),
    remove: () => runOnServer(server, `drop database ${name} with (force)`),
  };
}
