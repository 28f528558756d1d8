import type pg from 'pg';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { databaseMode } from '#core/server/platform/migrations/database-mode.tables.ts';
import { hasMigrationsTable } from '#core/server/platform/migrations/migrate.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';

type Mode = Config['mode'];

/** Returns whether a demo has filled the database, whose tables may be those of any earlier release. */
export type HasDemoContent = (client: pg.ClientBase) => Promise<boolean>;

/** The tables that are empty until a server, an administrator or a customer adds to them, and the names of what they contain. */
const CONTENT: Readonly<Record<string, string>> = {
  administrators: 'administrators',
  users: 'customers',
  analysts: 'analysts',
  signals: 'signals',
  news_sources: 'news sources',
  articles: 'articles',
  board_meetings: 'board meetings',
  book_closures: 'book closures',
  price_bars: 'prices',
  index_values: 'index values',
  imports: 'imports',
};

/**
 * Throws a `StartupError` if the database belongs to servers of the other mode. Without a stored mode a demo rejects content that is
 * not a demo's. Only reads, and expects the tables of any earlier release, because it runs before the migrations.
 */
export async function checkMode(
  client: pg.ClientBase,
  config: Pick<Config, 'mode' | 'databaseUrl' | 'dataDir'>,
  hasDemoContent: HasDemoContent,
): Promise<void> {
  if (!(await hasMigrationsTable(client))) return;
  const stored = await readMode(client);
  if (stored === config.mode) return;
  const isEmbedded = config.databaseUrl === null;
  const subject = isEmbedded ? `The database in ${config.dataDir}` : 'The database that DATABASE_URL names';
  const other = isEmbedded ? 'another folder in DATA_DIR' : 'another database in DATABASE_URL';
  if (config.mode === 'production') {
    // Its content is checked after the migrations.
    if (stored === null) return;
    throw new StartupError(
      `${subject} is a demo's, whose invented content production must not show. Nothing was written. Name ${other}, or set ` +
        `MODE=demo. If it should be production's, see ${CONTAMINATED_DATABASE_GUIDE}.`,
    );
  }
  const content = stored === null ? await listContent(client) : [];
  if (stored === null && (content.length === 0 || (await hasDemoContent(client)))) return;
  const found =
    stored === null
      ? `has content that is not a demo's (${new Intl.ListFormat('en-GB').format(content)})`
      : "is production's";
  throw new StartupError(
    `${subject} ${found}. This server is a demo, because MODE is not "production": it would add invented articles and prices, and ` +
      `accounts with public passwords. Nothing was written. Set MODE=production, or name ${other}.`,
  );
}

export const CONTAMINATED_DATABASE_GUIDE = 'docs/operations/contaminated-database.md';

/** Stores the mode of the first server that starts on the database. */
export async function storeMode(db: Queryable, mode: Mode): Promise<void> {
  await db.insert(databaseMode).values({ mode }).onConflictDoNothing();
}

async function readMode(client: pg.ClientBase): Promise<Mode | null> {
  if ((await listExisting(client, ['database_mode'])).length === 0) return null;
  const { rows } = await client.query<{ mode: Mode }>('select mode from public.database_mode');
  return rows[0]?.mode ?? null;
}

async function listContent(client: pg.ClientBase): Promise<string[]> {
  const tables = await listExisting(client, Object.keys(CONTENT));
  const filled: string[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(`select from public.${table} limit 1`);
    if (rowCount !== 0) filled.push(CONTENT[table] ?? table);
  }
  return filled;
}

async function listExisting(client: pg.ClientBase, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) given (name) where to_regclass('public.' || name) is not null`,
    [tables],
  );
  return rows.map(({ name }) => name);
}
