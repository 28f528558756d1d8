import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { prepareContent } from '#prepare-content.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { openDatabase } from './open-database.ts';

const NOW = new Date('2026-11-21T05:42:00Z');
const CONTENT = {
  administrators: 1,
  users: 6,
  signals: 48,
  news_sources: 5,
  articles: 48,
  board_meetings: 62,
  book_closures: 60,
};

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let url: string;
beforeEach(async () => {
  made = await createTestDatabase({ isMigrated: false });
  url = made.database.url;
});
afterEach(() => made.remove());

async function countContent(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(CONTENT)) {
    const { rows } = await made.database.pool.query(`select count(*)::int as number from ${table}`);
    counts[table] = rows[0].number;
  }
  return counts;
}

describe('servers that start together', () => {
  it('opens an empty database from several servers and creates its first content once', async () => {
    const config = readConfig({ DATABASE_URL: url });
    const open = () =>
      openDatabase(config, createLogger('silent'), {
        prepare: (database) => prepareContent(database, config, NOW),
      });
    const opened = await Promise.all(Array.from({ length: 16 }, open));
    expect(await countContent()).toEqual(CONTENT);
    await Promise.all(opened.map(({ close }) => close()));
  }, 120_000);

  it('starts two servers as processes and stops them on SIGTERM', async () => {
    const settings = { DATABASE_URL: url, DATA_DIR: makeTemporaryDir() };
    const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
    expect(await countContent()).toEqual(CONTENT);
    expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0]);
  }, 120_000);
});
