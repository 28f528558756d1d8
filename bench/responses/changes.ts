import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { getMedian, getQuantile, report } from '../support/report.ts';
import type { Server } from '../support/server.ts';
import { notifyOfChanges } from './cold.ts';
import { BROWSER, type Context } from './context.ts';
import { readCpuTime } from './load.ts';
import { record } from './record.ts';

const PAGES = {
  'home page': paths.home,
  'news page': paths.news,
  'article page': `${paths.newsDetails}?news_article=7`,
  'board meetings page': paths.boardMeetings,
  'company page': getCompanyPath('LUCK'),
  'market page': paths.market,
  'screener page': paths.screener,
};
const WARM_UPS = 10;
const ROUNDS = 20;
/** A client that requests pages with unlimited URLs waits this long at most until its next one is rendered. */
const PAUSE_MS = 510;
const CHANGES = 200;

/** Prints how long a page takes that is rendered again after a change, one request at a time. */
export async function measureFirstResponses({ databaseUrl }: Context, { url, pid }: Server): Promise<void> {
  const notifier = new pg.Client({ connectionString: databaseUrl });
  await notifier.connect();
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const durations: number[] = [];
      let busy = 0;
      for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
        await notifyOfChanges(notifier);
        await setTimeout(PAUSE_MS);
        const cpuBefore = readCpuTime(pid);
        const begin = performance.now();
        const { status } = await record(url + path, BROWSER);
        if (status !== 200) throw new Error(`${path}: ${status}`);
        if (round < 0) continue;
        durations.push(performance.now() - begin);
        busy += readCpuTime(pid) - cpuBefore;
      }
      report({
        table: 'First response of a page after a change, in ms',
        name,
        figures: {
          median: getMedian(durations).toFixed(1),
          worst: Math.max(...durations).toFixed(1),
          CPU: (busy / ROUNDS / 1_000).toFixed(1),
        },
      });
    }
  } finally {
    await notifier.end();
  }
}

/** Prints the time until another server has invalidated its cache after a commit. */
export async function measureInvalidation({ database }: Context): Promise<void> {
  const config = readConfig(database.settings);
  const [writer, reader] = await Promise.all([1, 2].map(() => openDatabase(config, createLogger('silent'))));
  if (!writer || !reader) return;
  let onChange = () => {};
  reader.database.changes.subscribe(() => onChange());
  // Until both listen; their connections announce themselves as changes.
  await setTimeout(2_000);
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const received = new Promise<number>((resolve) => {
      onChange = () => resolve(performance.now());
    });
    await writer.database.transaction(async (_tx, announce) => announce('market'));
    const committed = performance.now();
    delays.push(Math.max(0, (await received) - committed));
  }
  await Promise.all([writer.close(), reader.close()]);
  report({
    table: 'Invalidation on another server after the commit, in ms',
    name: 'change',
    figures: { p50: getQuantile(delays, 0.5).toFixed(1), p99: getQuantile(delays, 0.99).toFixed(1) },
  });
}
