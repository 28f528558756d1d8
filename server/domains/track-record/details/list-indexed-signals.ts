import { addDays, toKarachiDate } from '#contract/dates.ts';
import { getSignalPath } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listNewestSignals } from '#server/domains/signals/signals.ts';
import { listEndedUntil } from './details.queries.ts';

/** A sitemap has at most 50,000 URLs. */
const MAX_SIGNALS = 40_000;

/** Returns the paths of the signals that search engines may index: those that visitors see and that are not deleted. */
export async function listIndexedSignals({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<string[]> {
  const releasedUntil = addDays(toKarachiDate(clock.now()), -config.premiumPublicAfterDays);
  const newest = await listNewestSignals(database.db, MAX_SIGNALS);
  const ended = await listEndedUntil(database.db, releasedUntil);
  return newest
    .filter(({ id, signalType }) => signalType === 'intraday' || ended.has(id))
    .map(({ id }) => getSignalPath(id));
}
