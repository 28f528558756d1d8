import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { getFreePort, ROOT } from '#tests/support/server-process.ts';
import type { PostgresServer } from './postgres.ts';

const PROGRAM = '/usr/sbin/haproxy';
const FOLDER = join(ROOT, 'deploy', 'high-availability');
const CHECK_USER = 'haproxy_check';

export const isHaproxyInstalled = existsSync(PROGRAM);

/**
 * Starts HAProxy with the project's configuration in front of two servers, until the test ends. Returns the port that always
 * leads to the primary.
 */
export async function startStableAddress(servers: [PostgresServer, PostgresServer]): Promise<number> {
  const [primary] = servers;
  await primary.query(
    `postgres://postgres@127.0.0.1:${primary.port}/postgres`,
    `create role ${CHECK_USER} login`,
  );
  const port = await getFreePort();
  const folder = mkdtempSync(join(tmpdir(), 'tezi-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configure(port, servers));
  execFileSync(PROGRAM, ['-c', '-q', '-f', file]);
  const haproxy = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    await end(haproxy);
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
}

function configure(port: number, servers: readonly PostgresServer[]): string {
  const replacements: [string, string][] = [
    ['127.0.0.1:6432', `127.0.0.1:${port}`],
    ['/etc/haproxy/check-primary.sh', join(FOLDER, 'check-primary.sh')],
    ...servers.map((server, index): [string, string] => [
      `10.0.0.1${index + 1}:5432`,
      `127.0.0.1:${server.port}`,
    ]),
  ];
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`haproxy.cfg has no ${from}.`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(FOLDER, 'haproxy.cfg'), 'utf8'),
  );
}

async function end(haproxy: ChildProcess): Promise<void> {
  const exited = once(haproxy, 'exit');
  haproxy.kill('SIGTERM');
  await exited;
}
