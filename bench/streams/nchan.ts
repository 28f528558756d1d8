import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getFreePort } from '#tests/support/server-process.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';
const CONFIGURATION = join(import.meta.dirname, 'nchan.conf');
const START_TIMEOUT_MS = 5_000;

export interface Nchan {
  port: number;
  /** Returns the process that sends the events. It is started after the port is open. */
  readWorkerPid(): number;
  stop(): Promise<void>;
}

/** Starts nginx with Nchan on a free port; returns `null` where it is not installed. */
export async function startNchan(): Promise<Nchan | null> {
  if (!existsSync(MODULE)) return null;
  const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-nchan-'));
  const port = await getFreePort();
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, readFileSync(CONFIGURATION, 'utf8').replaceAll('PORT', String(port)));
  const child = spawn('nginx', ['-p', dir, '-c', file, '-g', 'user root;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilOpen(port);
  return {
    port,
    readWorkerPid: () =>
      Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0]),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function waitUntilOpen(port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (true) {
    const socket = connect({ host: '127.0.0.1', port });
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(20);
    } finally {
      socket.destroy();
    }
  }
}
