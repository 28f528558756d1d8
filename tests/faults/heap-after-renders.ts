/**
 * `node --expose-gc tests/faults/heap-after-renders.ts`: renders every public page 500 times and compares the heap after
 * 100 and after 500 renders. Exits with 1 when a page retains memory.
 */
import '#server/startup/node-env.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createImporter } from '#server/domains/corporate-actions/corporate-actions.ts';
import { builtPages } from '#server/http/pages.ts';
import { type PageRenderer, pageRenderer } from '#server/http/render-page.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLogger } from '#server/platform/logger.ts';
import { buildPages } from '#server/startup/build-pages.ts';
import { openDatabase } from '#server/startup/open-database.ts';
import { loadSampleContent } from '#server/startup/sample-content.ts';
import { addresses } from '#web/addresses.ts';

export interface PageHeap {
  page: string;
  /** Bytes in use after a garbage collection. */
  after100: number;
  after500: number;
}

const PUBLIC_PAGES = [
  addresses.home,
  addresses.signIn,
  addresses.signUp,
  addresses.forgotPassword,
  addresses.resetPassword,
  addresses.verifyEmail,
  addresses.signals,
  addresses.psxSignals,
  addresses.intradaySignals,
  addresses.swingSignals,
  addresses.investmentSignals,
  addresses.boardMeetings,
  addresses.bookClosure,
  addresses.news,
  `${addresses.newsDetails}?news_article=1`,
  addresses.charting,
  addresses.pricing,
  addresses.terms,
  addresses.privacy,
  addresses.refund,
  '/no-such-page',
];
const PUBLIC_URL = 'https://tezi.test';
/** What the heap varies by without anything being retained: compiled code, pooled buffers. */
const TOLERANCE = 0.02;

/** Renders the pages of the demo with its sample content, past the page cache. Needs `--expose-gc`. */
export async function heapAfterRenders(): Promise<PageHeap[]> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-heap-'));
  const config = readConfig({ PUBLIC_URL, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const logger = createLogger('silent');
  const { database, close } = await openDatabase(config, logger);
  try {
    await loadSampleContent(database, new Date());
    const app = await createApp(
      {
        config,
        database,
        clock: systemClock,
        logger,
        mailer: { wake() {} },
        billing: { paddle: null, wake() {} },
        newsReader: { readNow: async () => null },
        importer: createImporter({ database, clock: systemClock, logger }),
        tokenSecret: 'x'.repeat(32),
      },
      builtPages(),
    );
    await app.ready();
    const { render } = pageRenderer(app, builtPages(), config);
    const heaps: PageHeap[] = [];
    for (const page of PUBLIC_PAGES) {
      await renderOften(render, page, 100);
      const after100 = await heapInUse();
      await renderOften(render, page, 400);
      heaps.push({ page, after100, after500: await heapInUse() });
    }
    await app.close();
    return heaps;
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function renderOften(render: PageRenderer['render'], page: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status } = await render(new Request(PUBLIC_URL + page));
    if (status >= 500) throw new Error(`${page} answered ${status}`);
  }
}

async function heapInUse(): Promise<number> {
  if (!globalThis.gc) throw new Error('Run this with `node --expose-gc`.');
  // Finalizers run between turns, and what they free is collected in the next run.
  for (let turn = 0; turn < 5; turn += 1) {
    globalThis.gc();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed;
}

if (import.meta.main) {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`.padStart(10);
  let isHeld = true;
  process.stdout.write(`${'page'.padEnd(34)} after 100  after 500     change\n`);
  for (const { page, after100, after500 } of await heapAfterRenders()) {
    const change = after500 / after100 - 1;
    isHeld &&= change <= TOLERANCE;
    const verdict = change <= TOLERANCE ? '' : `  more than ${TOLERANCE * 100} %`;
    process.stdout.write(
      `${page.padEnd(34)}${megabytes(after100)} ${megabytes(after500)} ${`${(change * 100).toFixed(2)} %`.padStart(10)}${verdict}\n`,
    );
  }
  process.exitCode = isHeld ? 0 : 1;
}
