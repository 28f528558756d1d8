import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '#tests/support/server-process.ts';

/** A running server. `url` has no trailing slash. */
export interface Server {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Starts servers together. Stops those that started if another one fails. */
export async function startServers(
  count: number,
  start: () => Promise<Server>,
): Promise<[Server, ...Server[]]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => start()));
  const servers = starts.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = starts.find((result) => result.status === 'rejected');
  const [first, ...others] = servers;
  if (!failure && first) return [first, ...others];
  await stopServers(servers);
  throw new Error('A server did not start.', { cause: failure?.reason });
}

/** Stops servers, all of them even if one fails to stop. */
export async function stopServers(servers: readonly Server[]): Promise<void> {
  const stops = await Promise.allSettled(servers.map((server) => server.stop()));
  const failure = stops.find((result) => result.status === 'rejected');
  if (failure) throw new Error('A server did not stop.', { cause: failure.reason });
}

/** Starts a demo server on a free port with a new data folder. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, ...settings });
  return {
    url: server.url,
    pid: server.child.pid ?? 0,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
