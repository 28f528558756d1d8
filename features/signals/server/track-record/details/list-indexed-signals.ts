import { desc, eq, isNull } from 'drizzle-orm';
import { getSignalPath } from '#core/contract/paths.ts';
import type { Dependencies } from '#dependencies.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import { createReleaseCheck } from '#features/signals/server/track-record/performance/release.ts';
import { signalResults } from '#features/signals/server/track-record/track-record.tables.ts';

/** A sitemap has at most 50,000 URLs. */
const MAX_SIGNALS = 40_000;

/** Returns the paths of the signals that search engines may index: those that visitors see and that are not deleted. */
export async function listIndexedSignals({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<string[]> {
  const newest = await database.db
    .select({ id: signals.id, signalType: signals.signalType, endedOn: signalResults.endedOn })
    .from(signals)
    .leftJoin(signalResults, eq(signalResults.signalId, signals.id))
    .where(isNull(signals.deletedAt))
    .orderBy(desc(signals.createdAt))
    .limit(MAX_SIGNALS);
  return newest
    .filter(createReleaseCheck({ now: clock.now(), releaseDays: config.premiumPublicAfterDays }))
    .map(({ id }) => getSignalPath(id));
}
