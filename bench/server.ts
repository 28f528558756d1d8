import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '#tests/support/server-process.ts';

/** Starts a demo server on a free port with a new data folder. `url` has no trailing slash. */
export async function startServer(
  settings: Record<string, string> = {},
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
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
