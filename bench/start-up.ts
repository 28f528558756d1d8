/**
 * `npm run bench:start-up`: measures the time from `npm start` until the server is ready: the first start, which creates the
 * embedded database with the demo's content, and the second. The pages are built before.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from '#core/server/startup/build-pages.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { report } from './support/report.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'tezi-bench-start-'));
try {
  await buildPages(console.log);
  for (const name of ['first start', 'second start']) {
    const beganAtMs = performance.now();
    const server = await startServerProcess({ DATA_DIR }, { command: ['npm', 'start'] });
    const seconds = (performance.now() - beganAtMs) / 1000;
    await server.stop();
    report({ table: 'Start-up with npm', name, figures: { seconds: seconds.toFixed(2) } });
  }
} finally {
  rmSync(DATA_DIR, { recursive: true, force: true });
}
