/**
 * `node --expose-gc tests/faults/heap-after-renders.ts [--renders N] [--part 0/2]`: renders the home page 600 times and
 * then every page 100 times to warm up, then each 400 times (or N), and compares the heap before and after. Exits with 1
 * when a page retains memory. A part is every second page, for two processors.
 */
import '#core/server/startup/node-env.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApp } from '#app.ts';
import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { openBuiltPages } from '#core/server/http/pages/page-source.ts';
import { createPageRenderer, type PageRenderer } from '#core/server/http/pages/render-page.ts';
import { createValidity } from '#core/server/http/response-cache/stored-response.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createRateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import { buildPages } from '#core/server/startup/build-pages.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { loadSampleContent } from '#prepare-content.ts';
import { setUpImporter } from '#services.ts';
import { getPostgresBinDir } from '#tests/support/database/postgres-binaries.ts';

interface PageHeap {
  page: string;
  /** Bytes in use after a garbage collection. */
  before: number;
  after: number;
}

const PAGES = [
  ...Object.values(paths),
  getSubscriptionPath('sub_01'),
  `${paths.newsDetails}?news_article=1`,
  `${paths.news}?search=cement`,
  '/no-such-page',
];
const WARM_UP_RENDERS = 100;
/**
 * Before the first page of a process: while the code that all pages share is compiled, its heap grows by about 1 MB and
 * then by less than 50 bytes per render (5,000 renders of `/`).
 */
const FIRST_WARM_UP_RENDERS = 600;
const MEASURED_RENDERS = 400;
const PUBLIC_URL = 'https://tezi.test';
/** The heap varies this much although nothing is retained: compiled code, pooled buffers. */
const MAX_GROWTH = 0.02;
/**
 * Averaged over at least `MEASURED_RENDERS`: with fewer, temporary variation weighs too much. A retained query client is
 * 155 KB.
 */
const MAX_BYTES_PER_RENDER = 2048;

/** Renders the pages of the demo with its sample content, past the page cache. Needs `--expose-gc`. */
async function measureHeapAfterRenders(pages: string[], renders: number): Promise<PageHeap[]> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-heap-'));
  const config = readConfig({
    POSTGRES_BIN_DIR: getPostgresBinDir() ?? '',
    PUBLIC_URL,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  const logger = createLogger('silent');
  const { database, close } = await openDatabase(config, logger);
  try {
    await loadSampleContent(database, new Date());
    const tokenSecrets = { current: 'x'.repeat(32), accepted: [] };
    const app = await createApp(
      {
        config,
        database,
        clock: systemClock,
        logger,
        billing: { paddle: null, runDue: async () => {} },
        feedPoller: { fetchNow: async () => null },
        importer: setUpImporter({ database, clock: systemClock, logger }),
        tokenSecrets,
        signingKey: null,
        rateLimits: createRateLimits({
          database,
          clock: systemClock,
          limits: config.limits,
          secret: tokenSecrets.current,
        }),
      },
      openBuiltPages(),
    );
    await app.ready();
    const { render } = createPageRenderer(app, openBuiltPages(), config, {
      clock: systemClock,
      getDemo: () => null,
    });
    const heaps: PageHeap[] = [];
    await renderOften(render, paths.home, FIRST_WARM_UP_RENDERS);
    for (const page of pages) {
      await renderOften(render, page, WARM_UP_RENDERS);
      const before = await measureHeap();
      await renderOften(render, page, renders);
      heaps.push({ page, before, after: await measureHeap() });
    }
    await app.close();
    return heaps;
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function renderOften(render: PageRenderer['render'], page: string, times: number): Promise<void> {
  const source = { requestId: 'test', logFailure() {} };
  for (let time = 0; time < times; time += 1) {
    const { status } = await render(new Request(PUBLIC_URL + page), createValidity(), source);
    if (status >= 500) throw new Error(`${page} responded ${status}`);
  }
}

async function measureHeap(): Promise<number> {
  if (!globalThis.gc) throw new Error('Run this with `node --expose-gc`.');
  // Finalizers run between turns, and what they free is collected in the next run.
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed;
}

const { values } = parseArgs({
  options: {
    renders: { type: 'string', default: String(MEASURED_RENDERS) },
    part: { type: 'string', default: '0/1' },
  },
});
const renders = Number(values.renders);
const [part = 0, parts = 1] = values.part.split('/').map(Number);
const pages = PAGES.filter((_, index) => index % parts === part);
const toMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`.padStart(10);
let areLimitsMet = true;
process.stdout.write(
  `${'page'.padEnd(34)}    before      after  growth  bytes per render (${renders} renders)\n`,
);
for (const { page, before, after } of await measureHeapAfterRenders(pages, renders)) {
  const growth = after / before - 1;
  const perRender = (after - before) / renders;
  const maxBytes = MAX_BYTES_PER_RENDER * Math.max(renders, MEASURED_RENDERS);
  const isWithinLimits = growth <= MAX_GROWTH && after - before <= maxBytes;
  areLimitsMet &&= isWithinLimits;
  const columns = [
    page.padEnd(34),
    toMegabytes(before),
    toMegabytes(after).padStart(11),
    `${(growth * 100).toFixed(2)} %`.padStart(8),
    perRender.toFixed(0).padStart(7),
  ];
  process.stdout.write(`${columns.join('')}${isWithinLimits ? '' : '  retains memory'}\n`);
}
process.stdout.write(
  `limits: ${MAX_GROWTH * 100} % and ${MAX_BYTES_PER_RENDER} bytes per render: ${areLimitsMet ? 'met' : 'exceeded'}\n`,
);
process.exitCode = areLimitsMet ? 0 : 1;
