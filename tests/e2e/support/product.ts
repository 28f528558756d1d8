import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** The running demo, with its sample content. */
export interface Product {
  /** Where it is reached, without a slash at the end. */
  address: string;
  /** Runs a command of the operator's (`npm run tezi -- …`) beside it. */
  tezi(...words: string[]): Promise<void>;
  /** Stops it, waits for its end and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does, on a database and a port of its own. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezi-e2e-'));
  const database = await ownDatabase();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    // Set, so that a developer's .env file does not set them.
    MODE: 'demo',
    HOST: 'localhost',
    PUBLIC_URL: '',
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
    ADMIN_SECOND_FACTOR: '',
    ANALYST_NAME: '',
    PADDLE_ENVIRONMENT: '',
    PADDLE_API_KEY: '',
    PADDLE_CLIENT_TOKEN: '',
    PADDLE_WEBHOOK_SECRETS: '',
    LOG_LEVEL: 'warn',
    // Outlets of the tests' own are on this machine.
    OUTBOUND_ALLOW_LOOPBACK: 'true',
    ...settings,
  };
  const child = spawn(NODE, ['server/main.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const tezi = async (...words: string[]) => {
    await promisify(execFile)(NODE, ['server/cli.ts', ...words], { cwd: ROOT, env });
  };
  const stop = async () => {
    await end(child);
    await database.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { address: await readyAddress(child), tezi, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that the product prints when it is ready; what it printed instead when it ends before. */
async function readyAddress(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The product did not start:\n${output.join('')}`)));
    if (!child.stdout) return reject(new Error('The product has no output.'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(`${line}\n`);
      const address = /^Tezi is ready: (\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** The embedded database, or one made on the server that TEST_DATABASE_URL names. */
async function ownDatabase(): Promise<{ url: string; remove: () => Promise<unknown> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { url: 'embedded', remove: async () => {} };
  const { databaseUrl, onServer } = await import('#tests/support/database-template.ts');
  const name = `tezi_e2e_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  return {
    url: databaseUrl(server, name),
    remove: () => onServer(server, `drop database ${name} with (force)`),
  };
}

/** The product makes its links from its port, so it has to know it beforehand. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
