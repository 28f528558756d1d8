import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { VERSION } from '#core/server/version.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** In the SQL of a migration: `-- incompatible with earlier releases: they would write rows without a currency`. */
const INCOMPATIBLE = /^-- incompatible with earlier releases: (.+)$/m;

/** A migration, by the time that identifies it in the journal and in the database, and the release that introduced it. */
interface Migration {
  when: number;
  release: string;
  /** The reason that no earlier release can use the database after it. */
  incompatible: string | null;
}

/**
 * Throws a `StartupError` if a later release has changed the database so that this one may not work with it: by a migration
 * marked as incompatible, or by those of more than one release. A rollback by one release is always possible otherwise.
 */
export async function checkReleases(client: pg.ClientBase, folder: string): Promise<void> {
  for (const table of ['drizzle.releases', 'drizzle.__drizzle_migrations']) {
    if (!(await hasTable(client, table))) return;
  }
  const { rows } = await client.query<{ release: string; incompatible: string | null }>(
    `select release, incompatible from drizzle.releases
     where created_at in (select created_at from drizzle.__drizzle_migrations) and created_at <> all($1::bigint[])
     order by created_at`,
    [readJournal(folder).map(({ when }) => when)],
  );
  const newest = rows.at(-1)?.release;
  const advice =
    `Install Tezi ${newest} or a later release, or restore a backup from before the upgrade into a new database ` +
    '(docs/operations/upgrade.md). Nothing was changed.';
  const incompatible = rows.find((row) => row.incompatible !== null);
  if (incompatible) {
    throw new StartupError(
      `Tezi ${incompatible.release} has changed the database so that this release, ${VERSION}, cannot use it: ` +
        `${incompatible.incompatible}. ${advice}`,
    );
  }
  const later = new Set(rows.map(({ release }) => release));
  later.delete(VERSION);
  if (later.size <= 1) return;
  throw new StartupError(
    `The database has the tables of Tezi ${newest}, which is ${later.size} releases ahead of this one, ${VERSION}. ` +
      `Only a rollback by one release is possible. ${advice}`,
  );
}

/** Records the releases of this version's migrations, for `checkReleases` of earlier releases. */
export async function recordReleases(client: pg.ClientBase, folder: string): Promise<void> {
  const migrations = readMigrations(folder);
  if (await areRecorded(client, migrations)) return;
  try {
    await client.query(`
      create schema if not exists drizzle;
      create table if not exists drizzle.releases
        (created_at bigint primary key, release text not null, incompatible text)
    `);
    await client.query(
      `insert into drizzle.releases (created_at, release, incompatible)
       select * from unnest($1::bigint[], $2::text[], $3::text[])
       on conflict (created_at) do update set release = excluded.release, incompatible = excluded.incompatible`,
      toColumns(migrations),
    );
  } catch (error) {
    // A role that may only use the tables can start a server if nothing has to be migrated.
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
}

const toColumns = (migrations: Migration[]) => [
  migrations.map(({ when }) => when),
  migrations.map(({ release }) => release),
  migrations.map(({ incompatible }) => incompatible),
];

async function areRecorded(client: pg.ClientBase, migrations: Migration[]): Promise<boolean> {
  if (!(await hasTable(client, 'drizzle.releases'))) return false;
  const { rows } = await client.query<{ count: string }>(
    `select count(*) as count
     from drizzle.releases stored
     join unnest($1::bigint[], $2::text[], $3::text[]) as own (created_at, release, incompatible) using (created_at)
     where stored.release = own.release and stored.incompatible is not distinct from own.incompatible`,
    toColumns(migrations),
  );
  return Number(rows[0]?.count) === migrations.length;
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) as name', [name]);
  return rows[0]?.name != null;
}

/**
 * Reads the migrations of a folder with their releases. `releases.json` names the last migration of each release, such as
 * `{ "0.1.0": "0024_signal-drafts" }`. A test ensures that it contains the last one.
 */
function readMigrations(folder: string): Migration[] {
  const path = `${folder}/releases.json`;
  const lastByRelease: Record<string, string> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {};
  const tags = readJournal(folder).map(({ tag }) => tag);
  const ends = Object.entries(lastByRelease).map(([release, tag]) => ({ release, index: tags.indexOf(tag) }));
  return readJournal(folder).map(({ tag, when }, index) => ({
    when,
    release: ends.find((end) => index <= end.index)?.release ?? VERSION,
    incompatible: INCOMPATIBLE.exec(readFileSync(`${folder}/${tag}.sql`, 'utf8'))?.[1] ?? null,
  }));
}

export function readJournal(folder: string): { tag: string; when: number }[] {
  return JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')).entries;
}
