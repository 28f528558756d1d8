import type { Config } from '#server/config/config.ts';
import {
  hasSampleClosures,
  hasSampleMeetings,
  loadSampleEvents,
} from '#server/domains/corporate-actions/corporate-actions.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { hasSampleNews, loadSampleNews } from '#server/domains/news/news.ts';
import { hasSamplePrices, loadSamplePrices } from '#server/domains/prices/prices.ts';
import { addFirstAnalyst, hasSampleSignals, loadSampleSignals } from '#server/domains/signals/signals.ts';
import type { Database } from '#server/platform/database.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { CONTAMINATED_DATABASE_GUIDE, storeMode } from '#server/startup/database/database-mode.ts';
import { createFirstAccounts, rejectPublicPasswords } from './first-accounts.ts';

/**
 * Checks that the database may be used in this mode and stores it, then creates the first accounts, the first analyst and the demo's sample
 * content.
 * Not safe on two servers at the same time: call it while the migration lock is held.
 */
export async function prepareContent(database: Database, config: Config, now: Date): Promise<void> {
  await rejectPublicPasswords(database, config);
  if (config.mode === 'production') await rejectSampleContent(database);
  await storeMode(database.db, config.mode);
  await createFirstAccounts(database, config, now);
  await database.transaction((tx) => addFirstAnalyst(tx, config.analyst, now));
  if (config.mode === 'demo') await loadSampleContent(database, now);
}

/** Throws a `StartupError` if the database contains the demo's invented content, which traders would take for real. */
export async function rejectSampleContent(database: Database): Promise<void> {
  const contentTypes = [
    (await hasSampleSignals(database.db)) ? 'signals' : null,
    (await hasSampleNews(database.db)) ? 'news' : null,
    (await hasSampleMeetings(database.db)) ? 'board meetings' : null,
    (await hasSampleClosures(database.db)) ? 'book closures' : null,
    (await hasSamplePrices(database.db)) ? 'prices' : null,
  ].filter((kind) => kind !== null);
  if (contentTypes.length === 0) return;
  throw new StartupError(
    `This database contains the demo's sample ${new Intl.ListFormat('en-GB').format(contentTypes)}, which production must not show. ` +
      `Use another, empty DATABASE_URL or DATA_DIR. If a demo was started on it by mistake, see ${CONTAMINATED_DATABASE_GUIDE}.`,
  );
}

/** Fills each part of a database that has never had content. */
export async function loadSampleContent(database: Database, now: Date): Promise<void> {
  await database.transaction((tx, announce) => loadSampleNews(tx, announce, now));
  const calendar = await cacheTradingCalendar(database)();
  await database.transaction((tx, announce) =>
    loadSampleEvents(tx, announce, { now, holidays: calendar.holidays }),
  );
  await database.transaction((tx, announce) => loadSamplePrices(tx, announce, { now, calendar }));
  await database.transaction((tx, announce) => loadSampleSignals(tx, announce, { now, calendar }));
}
