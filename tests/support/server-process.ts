import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getPostgresBinDir } from './database/postgres-binaries.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The Node.js version that the project pins, as npm scripts use it. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');

/** A running server, started like `npm start`. */
export interface ServerProcess {
  /** Its URL, without a trailing slash. */
  url: string;
  /** Its environment, for operator commands. */
  env: NodeJS.ProcessEnv;
  child: ChildProcess;
  /** Returns everything that it has printed so far. */
  output(): string;
  hasExited(): boolean;
  /** Sends SIGTERM, waits for the exit, and returns the exit code (`null` if a signal terminated it). */
  stop(): Promise<number | null>;
}

/** The server exited before it was ready. */
export class ServerExitedError extends Error {
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`The server exited with code ${code} before it was ready:\n${output}`);
    this.name = 'ServerExitedError';
    this.code = code;
    this.output = output;
  }
}

interface Options {
  /** The command that starts the server, such as `npm start`. */
  command?: readonly string[];
  /** A command that runs the server as its child, such as `unshare --pid --fork`. */
  wrapper?: readonly string[];
  /** Starts it in a process group of its own, as a service manager does. */
  hasOwnGroup?: boolean;
}

/**
 * Starts a demo server on a free port and waits until it is ready. `settings` must contain a separate `DATA_DIR`. Settings
 * of the developer's environment or `.env` file do not apply. Throws a `ServerExitedError` if it does not start.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  { command = [NODE, 'main.ts'], wrapper = [], hasOwnGroup = false }: Options = {},
): Promise<ServerProcess> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: process.env.TMPDIR,
    PORT: String(await getFreePort()),
    // Overrides a developer's .env file.
    MODE: 'demo',
    HOST: 'localhost',
    PUBLIC_URL: '',
    DATABASE_URL: 'embedded',
    ADMIN_USERNAME: '',
    ADMIN_PASSWORD: '',
    ADMIN_SECOND_FACTOR: '',
    ANALYST_NAME: '',
    PADDLE_ENVIRONMENT: '',
    PADDLE_API_KEY: '',
    PADDLE_CLIENT_TOKEN: '',
    PADDLE_WEBHOOK_SECRETS: '',
    LOG_LEVEL: 'warn',
    POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
    ...settings,
  };
  const [program = NODE, ...args] = [...wrapper, ...command];
  const child = spawn(program, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    // After `close` all output has been read.
    child.once('close', (code) => reject(new ServerExitedError(code, output.join(''))));
    child.stdout.on('data', () => {
      const ready = /^Tezi is ready: (\S+)$/m.exec(output.join(''));
      if (ready?.[1]) resolve(ready[1]);
    });
  });
  return {
    url,
    env,
    child,
    output: () => output.join(''),
    hasExited,
    async stop() {
      if (!hasExited()) {
        const exited = once(child, 'exit');
        process.kill(wrapper.length > 0 ? getChildPid(child.pid) : (child.pid as number), 'SIGTERM');
        await exited;
      }
      return child.exitCode;
    },
  };
}

/** Returns the PID of a wrapper's child: `unshare` ignores SIGTERM while its child runs. */
function getChildPid(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

/** Finds a free TCP port. The server builds its links from its port, so it must be set at start. */
export async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
