import pg from 'pg';
import { readConfig } from '#core/server/config/config.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { appendEntries } from '#features/ledger/server/ledger.ts';
import { cacheHolidays, getPreviousTradingDay, listCompanies } from '#features/market/server/market.ts';
import { listVersionsOf } from '#features/signals/server/signals.queries.ts';
import { toVersionEntry } from '#features/signals/server/track-record/ledger/to-entry.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { addArticles } from '../news/articles.ts';
import { withoutIndexes } from '../news/databases.ts';
import { COPY_ARTICLES, FILL } from './statements.ts';

/** The rows of a database. The others are proportional to those. */
export interface Size {
  /** `20k` */
  name: string;
  articles: number;
  signals: number;
  symbols: number;
  days: number;
  customers: number;
}

const RELEASE_DAYS = 7;
/** Changes with the content, so that a database with other content is filled again. */
const VERSION = 2;

/**
 * Returns the URL of a database of that size on the server. Reuses one that an earlier run has filled, and replaces one whose
 * fill was interrupted.
 */
export async function openFilledDatabase(serverUrl: string, size: Size): Promise<string> {
  const name = `tezi_growth_${size.name}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const mark = `filled: ${VERSION} ${JSON.stringify(size)}`;
  const { rows } = await server.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_database') as mark from pg_database where datname = $1`,
    [name],
  );
  if (rows[0]?.mark !== mark) {
    await server.query(`drop database if exists ${name} with (force)`);
    await server.query(`create database ${name} encoding 'UTF8' template template0`);
    await fill(url.href, size);
    await server.query(`comment on database ${name} is ${pg.escapeLiteral(mark)}`);
  }
  await server.end();
  return url.href;
}

async function fill(url: string, size: Size): Promise<void> {
  const { database, close } = await openDatabase(readConfig({ DATABASE_URL: url }), createLogger('error'));
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
    );
    return client;
  };
  const [news, others] = [await connect(), await connect()];
  const measure = async (label: string, work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    console.log(`  ${size.name} ${label.padEnd(24)} ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  };
  try {
    await Promise.all([
      measure('articles', () => withoutIndexes(news, (client) => insertArticles(client, size.articles))),
      (async () => {
        const parameters = await createParameters(database, size);
        for (const [label, statement] of Object.entries(FILL))
          await measure(label, () =>
            others.query(statement.replaceAll(/:(\w+)/g, (_, key) => parameters[key] ?? `:${key}`)),
          );
        await others.query('analyze');
        // The product's own functions, so that outcomes and the ledger are valid.
        const dependencies = { database, clock: systemClock, signingKey: null, releaseDays: RELEASE_DAYS };
        await measure('outcomes', () => evaluateSignals(dependencies));
        await measure('ledger', () => appendVersions(database));
      })(),
    ]);
    await others.query('vacuum analyze');
  } finally {
    await Promise.all([news.end(), others.end()]);
    await close();
  }
}

/** Enters the versions that SQL has inserted. Evaluations have entered their outcomes. */
async function appendVersions(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from signals order by created_at, id',
  );
  const recordedAt = new Date();
  for (let start = 0; start < rows.length; start += BATCH_SIGNALS) {
    const ids = rows.slice(start, start + BATCH_SIGNALS).map(({ id }) => id);
    const versions = await listVersionsOf(database.db, ids);
    await database.transaction(async (tx) => {
      await appendEntries(
        tx,
        versions.map((version) => ({ ...toVersionEntry(version), recordedAt })),
        null,
      );
    });
  }
}

const BATCH_SIGNALS = 500;

/** Generates so many articles; the others are copies with earlier dates. The full-text search takes most of the time of a generated one. */
const GENERATED_ARTICLES = 20_000;

async function insertArticles(client: pg.Client, total: number): Promise<void> {
  await addArticles(client, Math.min(total, GENERATED_ARTICLES));
  // Counts and weeks are still maintained by triggers.
  await client.query('alter table articles disable trigger articles_complete');
  for (let copy = 1; copy * GENERATED_ARTICLES < total; copy += 1)
    await client.query(COPY_ARTICLES, [copy, GENERATED_ARTICLES]);
  await client.query('alter table articles enable trigger articles_complete');
}

type Database = Awaited<ReturnType<typeof openDatabase>>['database'];

/** Returns the literals of the statements by name. */
async function createParameters(database: Database, size: Size): Promise<Record<string, string>> {
  const listed = listCompanies().map(({ symbol }) => symbol);
  const symbols = Array.from({ length: size.symbols }, (_, index) => listed[index] ?? `GEN${index}`);
  const holidays = await cacheHolidays(database)();
  const days: string[] = [];
  let day = new Date().toISOString().slice(0, 10);
  while (days.length < size.days) {
    day = getPreviousTradingDay(day, holidays);
    days.unshift(day);
  }
  const toArray = (texts: readonly string[]) =>
    `array[${texts.map((text) => pg.escapeLiteral(text)).join(',')}]`;
  return {
    symbols: toArray(symbols),
    days: `${toArray(days)}::date[]`,
    signals: String(size.signals),
    customers: String(size.customers),
    events: String(size.customers / 5),
    drafts: String(Math.ceil(size.signals / 500)),
  };
}
