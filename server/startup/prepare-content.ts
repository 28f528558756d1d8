import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database.ts';
import { createFirstAccounts, rejectPublicPasswords } from './first-accounts.ts';
import { loadSampleContent, rejectSampleContent } from './sample-content.ts';

/**
 * Checks that the database may be used in this mode, then creates the first accounts and the demo's sample content.
 * Not safe on two servers at the same time: call it while the migration lock is held.
 */
export async function prepareContent(database: Database, config: Config, now: Date): Promise<void> {
  await rejectPublicPasswords(database, config);
  if (config.mode === 'production') await rejectSampleContent(database);
  await createFirstAccounts(database, config, now);
  if (config.mode === 'demo') await loadSampleContent(database, now);
}
