import { sampleSignals } from '#db/sample/signals.ts';
import { countSignals, publishSignal } from '#server/domains/signals/signals.ts';
import { after, HOUR } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';

const AUTHOR = { name: 'Sample content', administratorId: null };

/** Fills a database that has never had content; one that has is left alone. */
export async function loadSampleContent(database: Database, now: Date): Promise<void> {
  await database.transaction(async (tx, announce) => {
    if ((await countSignals(tx)) > 0) return;
    announce('signals');
    for (const { hoursAgo, signal } of sampleSignals) {
      await publishSignal(tx, signal, AUTHOR, after(now, -hoursAgo * HOUR));
    }
  });
}
