import type { Config } from '#server/config/config.ts';
import { appendEarlierVersions } from '#server/domains/signals/signals.ts';
import { appendEarlierResults } from '#server/domains/track-record/track-record.ts';
import type { Database } from '#server/platform/database.ts';
import { createFirstAccounts, rejectPublicPasswords } from './first-accounts.ts';
import { loadSampleContent, rejectSampleContent } from './sample-content.ts';

/**
 * Checks that the database may be used in this mode, then creates the first accounts and the demo's sample content,
 * and enters the signals and outcomes from before the ledger in it.
 * Not safe on two servers at the same time: call it while the migration lock is held.
 */
export async function prepareContent(database: Database, config: Config, now: Date): Promise<void> {
  await rejectPublicPasswords(database, config);
  if (config.mode === 'production') await rejectSampleContent(database);
  await createFirstAccounts(database, config, now);
  if (config.mode === 'demo') await loadSampleContent(database, now);
  await appendEarlierVersions(database, now);
  await appendEarlierResults(database, now);
}
