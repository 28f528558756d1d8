import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface ServerProcess {
  /** The URL that the server prints when it is ready. Rejects with its output when it exits before. */
  address: Promise<string>;
  /** The exit code and everything that was printed. */
  exited: Promise<{ code: number | null; output: string }>;
  /** Sends SIGTERM to this process only and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a process of the product on a free port, which the test ends at the latest. */
export function startServer(
  command: string,
  parameters: string[],
  settings: Record<string, string>,
): ServerProcess {
  const child = spawn(command, parameters, {
    cwd: ROOT,
    // Empty: a developer's .env file must not decide.
    env: { ...process.env, NODE_ENV: 'production', MODE: 'demo', DATABASE_URL: '', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that nothing that it started outlives the test.
    detached: true,
  });
  let output = '';
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        const found = /^Tezi is ready: (\S+)$/.exec(line)?.[1];
        if (found) resolve(found);
      });
    }
  });
  const exited = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
  onTestFinished(() => killGroup(child));
  return {
    address: Promise.race([
      address,
      exited.then((end) => {
        throw new Error(`The server exited before it was ready:\n${end.output}`);
      }),
    ]),
    exited,
    async stop() {
      child.kill('SIGTERM');
      return (await exited).code;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
