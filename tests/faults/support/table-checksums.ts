import { listTableNames, quoteName, USE_EXACT_TEXT } from '#core/server/platform/backup/tables.ts';
import { findLastMigration, withConnection } from '#core/server/platform/migrations/migrate.ts';

/** By table, with its schema: the number of its rows and a hash of their content, as `12 rows 6f1ed…`. */
export type TableChecksums = Record<string, string>;

/** Backups contain the jobs that have yet to be done, or that failed. */
const CONDITIONS: Record<string, string> = {
  'pgboss.queue': String.raw`name not like '\_\_pgboss%'`,
  'pgboss.job': String.raw`state < 'completed' and name not like '\_\_pgboss%'`,
};

/** Reads all tables, in one state of the database. */
export function readTableChecksums(url: string): Promise<TableChecksums> {
  return withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query(USE_EXACT_TEXT);
    const checksums: TableChecksums = {};
    for (const name of listTableNames((await findLastMigration(client)) ?? '')) {
      const { rows } = await client.query<{ checksum: string }>(
        `select count(*) || ' rows ' || md5(coalesce(string_agg(hash, '' order by hash), '')) as checksum
         from (select md5(t::text) as hash from ${quoteName(name)} t where ${CONDITIONS[name] ?? 'true'}) as hashes`,
      );
      checksums[name] = rows[0]?.checksum ?? '';
    }
    await client.query('commit');
    return checksums;
  });
}
