import { readFileSync } from 'node:fs';
import type { ServerProcess } from '#tests/support/server-process.ts';

/** Makes a server's inspector listen on a free port, through which its garbage is collected. */
export const INSPECTOR_SETTINGS = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Collects the garbage of a server and returns the memory that it uses (RSS), in bytes. */
export async function readMemory({ child, output }: ServerProcess): Promise<number> {
  const [, url = ''] = /Debugger listening on (ws:\S+)/.exec(output()) ?? [];
  const inspector = new WebSocket(url);
  await new Promise((resolve) => inspector.addEventListener('open', resolve, { once: true }));
  for (let id = 1; id <= 2; id += 1) {
    inspector.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await new Promise((resolve) => inspector.addEventListener('message', resolve, { once: true }));
  }
  inspector.close();
  return readResident(child.pid);
}

/** Returns the memory (RSS) of a process, in bytes. */
export function readResident(pid: number | undefined): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
