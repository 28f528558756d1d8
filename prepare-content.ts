import type pg from 'pg';
import type { Config } from './core/server/config/config.ts';
import { DEMO_CUSTOMER, DEMO_CUSTOMERS } from './core/server/config/demo.ts';
import type { Database } from './core/server/platform/database.ts';
import { StartupError } from './core/server/platform/startup-error.ts';
import { CONTAMINATED_DATABASE_GUIDE, storeMode } from './core/server/startup/database/database-mode.ts';
import { verifyPassword } from './features/accounts/server/accounts.ts';
import { createFirstAccounts, rejectPublicPasswords } from './features/accounts/server/admin/admin.ts';
import { loadSampleOrders } from './features/billing/server/billing.ts';
import {
  hasSampleClosures,
  hasSampleMeetings,
  loadSampleEvents,
} from './features/corporate-actions/server/corporate-actions.ts';
import { cacheTradingCalendar } from './features/market/server/market.ts';
import { hasSamplePrices, loadSamplePrices } from './features/market/server/prices/prices.ts';
import { hasSampleNews, loadSampleNews } from './features/news/server/news.ts';
import { loadSamplePositions } from './features/positions/server/positions.ts';
import {
  addFirstAnalyst,
  hasSampleSignals,
  listSampleAnchors,
  loadSampleSignals,
  SAMPLE_AUTHOR,
} from './features/signals/server/signals.ts';

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
  await database.transaction((tx, announce) =>
    loadSamplePrices(tx, announce, { now, calendar, anchors: listSampleAnchors() }),
  );
  await database.transaction((tx, announce) => loadSampleSignals(tx, announce, { now, calendar }));
  const { email } = DEMO_CUSTOMER;
  await database.transaction((tx) => loadSamplePositions(tx, { email, now, calendar }));
  await database.transaction((tx) => loadSampleOrders(tx, now));
}

/**
 * Returns whether a demo has filled the database, with its customers or, if other machines can reach it, its signals. The emails alone prove
 * nothing: anyone can register them. Their public password is rejected at registration.
 */
export async function hasDemoContent(client: pg.ClientBase): Promise<boolean> {
  const signals = await client.query(
    'select from public.signal_versions where changed_by = $1 and version = 1 limit 1',
    [SAMPLE_AUTHOR],
  );
  if (signals.rowCount !== 0) return true;
  const { rows } = await client.query<{ email: string; hash: string | null }>(
    'select email, password_hash as hash from public.users where email = any($1)',
    [DEMO_CUSTOMERS.map(({ email }) => email)],
  );
  for (const { email, hash } of rows) {
    const customer = DEMO_CUSTOMERS.find((each) => each.email === email);
    if (customer && hash !== null && (await verifyPassword(customer.password, hash))) return true;
  }
  return false;
}
