import pg from 'pg';
import { SECOND } from '#server/platform/clock.ts';
import { areMigrationsApplied } from '#server/platform/migrate.ts';
import { getRootMessage } from '#server/platform/root-message.ts';
import { StartupError } from '#server/platform/startup-error.ts';

const CONNECT_TIMEOUT_MS = 10 * SECOND;

/** The migrations use `gen_random_uuid()`, which PostgreSQL has had since version 13. */
const MIN_VERSION = 13;

/** The properties of a database and its role that can prevent a start. */
export interface ServerState {
  /** As `SHOW server_version` returns it, for example `15.4 (Debian 15.4-1)`. */
  version: string;
  /** As `SHOW server_version_num` returns it: 150004 for version 15.4. */
  versionNumber: number;
  database: string;
  encoding: string;
  role: string;
  isReadOnly: boolean;
  /** The schema in which new tables are created; `null` when the search path contains no existing one. */
  schema: string | null;
  canCreateSchemas: boolean;
  canCreateTables: boolean;
  isMigrated: boolean;
}

/**
 * Throws a `StartupError` when the server cannot be reached, or when the product cannot work on that database. Uses a
 * separate connection, before any other is opened.
 */
export async function checkDatabaseServer(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const problem = getServerProblem(await readServerState(client));
    if (problem !== null) throw new StartupError(problem);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns a sentence that says what is wrong and how to correct it; `null` when the database can be used. */
export function getServerProblem(state: ServerState): string | null {
  const database = pg.escapeIdentifier(state.database);
  const role = pg.escapeIdentifier(state.role);
  if (state.versionNumber < MIN_VERSION * 10_000) {
    return `The database server is PostgreSQL ${state.version}; PostgreSQL ${MIN_VERSION} or newer is required.`;
  }
  if (state.encoding !== 'UTF8') {
    return (
      `The database ${database} has the encoding ${state.encoding}; UTF8 is required. Create another one with ` +
      "`CREATE DATABASE tezi ENCODING 'UTF8' TEMPLATE template0;` and name it in DATABASE_URL."
    );
  }
  if (state.isReadOnly) {
    return `The database ${database} is read-only. Name the primary server, not a replica.`;
  }
  if (state.isMigrated) return null;
  if (state.schema !== 'public') {
    return (
      `New tables would be created in the schema ${state.schema ?? '(none)'} of the database ${database}; public is required. ` +
      `Run \`CREATE SCHEMA IF NOT EXISTS public; ALTER ROLE ${role} IN DATABASE ${database} SET search_path = public;\`.`
    );
  }
  const grants = [
    state.canCreateSchemas ? null : `GRANT CREATE ON DATABASE ${database} TO ${role};`,
    state.canCreateTables ? null : `GRANT CREATE ON SCHEMA public TO ${role};`,
  ].filter((grant) => grant !== null);
  if (grants.length === 0) return null;
  return (
    `The role ${role} may not create tables in the database ${database}. ` +
    `Run \`${grants.join(' ')}\` in it as its owner.`
  );
}

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // If the connection is lost later, the next query fails.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new StartupError(
      `The database named by DATABASE_URL (${redactPassword(url)}) cannot be reached: ${getRootMessage(error)}. ` +
        'Check that the server is running, that host, user and password are correct, and that the database exists.',
      { cause: error },
    );
  }
}

async function readServerState(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<Omit<ServerState, 'isMigrated'>>(SERVER_STATE);
  return { ...(rows[0] as Omit<ServerState, 'isMigrated'>), isMigrated: await areMigrationsApplied(client) };
}

const SERVER_STATE = `
  select
    current_setting('server_version') as version,
    current_setting('server_version_num')::int as "versionNumber",
    current_database() as database,
    pg_encoding_to_char(encoding) as encoding,
    current_user as role,
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    current_schema() as schema,
    has_database_privilege(oid, 'CREATE') as "canCreateSchemas",
    coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false) as "canCreateTables"
  from pg_database where datname = current_database()
`;

const redactPassword = (url: string) => url.replace(/(\/\/[^/@:]*):[^/]*@/, '$1:…@');
