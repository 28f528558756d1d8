import pg from 'pg';
import { readTableNames } from '#core/server/platform/migrations/migrate.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';

export interface Table {
  /** With the schema, for example `public.users`. */
  name: string;
  /** Generated columns are left out. */
  columns: { name: string; type: string }[];
  /** An SQL condition of the rows to store. */
  condition: string;
  /** SQL. Rows that refer to others of their table must follow them. */
  orderBy: string | null;
}

/**
 * The tables of pg-boss that hold what a server cannot create again: jobs that wait or run, such as emails, jobs that failed
 * permanently, and their queues. Completed jobs, schedules and the library's own queues are left out.
 */
const JOB_TABLES: Record<string, Pick<Table, 'condition' | 'orderBy'>> = {
  'pgboss.queue': { condition: String.raw`name not like '\_\_pgboss%'`, orderBy: 'dead_letter nulls first' },
  'pgboss.job': {
    condition: String.raw`state < 'completed' and name not like '\_\_pgboss%'`,
    orderBy: null,
  },
};

/** Migration 0017 created the schema of pg-boss. */
const hasJobs = (migration: string) => migration >= '0017';

export function listTableNames(migration: string): string[] {
  const names = readTableNames(migration).map((name) => `public.${name}`);
  return hasJobs(migration) ? [...names, ...Object.keys(JOB_TABLES)] : names;
}

/** Reads the columns of the tables. Returns the tables such that each follows those that its foreign keys refer to. */
export async function readTables(client: pg.ClientBase, migration: string): Promise<Table[]> {
  const names = listTableNames(migration);
  const { rows } = await client.query<{ name: string; columns: Table['columns']; parents: string[] | null }>(
    READ_TABLES,
    [names],
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) throw new StartupError(`The database lacks the tables ${missing.join(', ')}.`);
  const sorted = new Map<string, Table>();
  function add(name: string): void {
    const row = byName.get(name);
    if (!row || sorted.has(name)) return;
    byName.delete(name);
    for (const parent of row.parents ?? []) add(parent);
    sorted.set(name, { condition: 'true', orderBy: null, ...JOB_TABLES[name], name, columns: row.columns });
  }
  for (const name of names) add(name);
  return [...sorted.values()];
}

/** Returns the sequences of the tables' identity columns. */
export async function readSequences(client: pg.ClientBase, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(READ_SEQUENCES, [names]);
  return rows.map(({ name }) => name);
}

/** Returns the SQL of a name with its schema. */
export const quoteName = (name: string): string => name.split('.').map(pg.escapeIdentifier).join('.');

/**
 * Sets how values are written as text, regardless of the settings of the role and the database, until the transaction ends.
 */
export const USE_EXACT_TEXT = `
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 3
`;

const READ_TABLES = `
  select n.nspname || '.' || c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
     from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select json_agg(distinct pn.nspname || '.' || p.relname)
     from pg_constraint f join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
     where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid) as parents
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname || '.' || c.relname = any ($1) and c.relkind in ('r', 'p')
`;

const READ_SEQUENCES = `
  select sn.nspname || '.' || s.relname as name
  from pg_depend d
    join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_namespace sn on sn.oid = s.relnamespace
    join pg_class t on t.oid = d.refobjid join pg_namespace tn on tn.oid = t.relnamespace
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    and d.refobjsubid > 0 and tn.nspname || '.' || t.relname = any ($1)
  order by 1
`;
