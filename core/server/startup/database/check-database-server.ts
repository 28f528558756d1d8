import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '#core/server/platform/clock.ts';
import { areMigrationsApplied } from '#core/server/platform/migrations/migrate.ts';
import { getRootMessage, StartupError } from '#core/server/platform/startup-error.ts';

const CONNECT_TIMEOUT_MS = 10 * SECOND;
const RETRY_MS = SECOND;

/** Queries use multiranges, which PostgreSQL has had since version 14. */
const MIN_VERSION = 14;

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
  /** Whether the extension pg_trgm exists in the database, or can be created by the migrations. */
  trigrams: 'created' | 'available' | 'restricted' | 'missing';
  isMigrated: boolean;
}

interface WaitOptions {
  /** Receives a line for the operator while the server cannot be reached. */
  report?: (line: string) => void;
  /** The longest wait for a server that cannot be reached; 0 by default. */
  waitMs?: number;
}

/**
 * Waits for the server. Throws a `StartupError` when it cannot be reached in time or rejects the connection, or when the
 * product cannot work on that database. Uses a separate connection, before any other is opened.
 */
export async function checkDatabaseServer(url: string, options: WaitOptions = {}): Promise<void> {
  const client = await connectWithin(url, options);
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
  if (grants.length > 0) {
    return (
      `The role ${role} may not create tables in the database ${database}. ` +
      `Run \`${grants.join(' ')}\` in it as its owner.`
    );
  }
  return getTrigramsProblem(state, database);
}

function getTrigramsProblem({ trigrams }: ServerState, database: string): string | null {
  if (trigrams === 'missing') {
    return (
      "The extension pg_trgm, which searches need, is not installed on the database server. It is one of PostgreSQL's contrib " +
      'modules: install them (the package is usually named `postgresql-contrib`), then start again.'
    );
  }
  if (trigrams === 'restricted') {
    return (
      'The extension pg_trgm, which searches need, may only be created by a superuser of this database server. ' +
      `Run \`CREATE EXTENSION pg_trgm;\` in the database ${database} as one, then start again.`
    );
  }
  return null;
}

async function connectWithin(
  url: string,
  { report = () => {}, waitMs = 0 }: WaitOptions,
): Promise<pg.Client> {
  const deadline = performance.now() + waitMs;
  const name = redactPassword(url);
  let isReported = false;
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      if (!isTemporary(error)) throw new StartupError(describeRejection(error, name), { cause: error });
      if (performance.now() >= deadline) {
        const duration = waitMs > 0 ? ` within ${waitMs / SECOND} seconds` : '';
        throw new StartupError(
          `The database named by DATABASE_URL (${name}) could not be reached${duration}: ${getRootMessage(error)}. ` +
            'Check that the server is running and that its host and port are correct, then start again.',
          { cause: error },
        );
      }
      if (!isReported) {
        report(
          `Waiting up to ${waitMs / SECOND} seconds for the database (${name}): ${getRootMessage(error)} …`,
        );
      }
      isReported = true;
      await wait(RETRY_MS);
    }
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // If the connection is lost later, the next query fails.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Returns true if a later attempt may succeed: the server does not run, cannot be found, or is starting. */
function isTemporary(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TEMPORARY_REJECTION.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  // The driver has no codes for its own errors.
  return /^(timeout expired|Connection terminated)/.test(error.message) || isNetworkError(error);
}

/**
 * SQLSTATEs of a server that rejects connections for a while: connection exceptions, which PgBouncer also reports without its
 * server, exhausted resources, and a start or shutdown. Every rejection is fatal, so the severity tells nothing.
 */
const TEMPORARY_REJECTION = /^(08|53|57P)/;

/** Other errors with a code, such as those of certificates, are permanent. */
const isNetworkError = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)/.test(code);

function describeRejection(error: unknown, name: string): string {
  const message = getRootMessage(error);
  const { code } = error as { code?: unknown };
  const problem = `The database server rejected DATABASE_URL (${name}): ${message}. `;
  if (code === '3D000') {
    return (
      `${problem}Create the database with \`CREATE DATABASE … OWNER … ENCODING 'UTF8' TEMPLATE template0;\`, or correct ` +
      'its name, then start again.'
    );
  }
  if (code === '28P01' || message.startsWith('SASL')) {
    return (
      `${problem}Correct the user or the password, or set the password on the server with ` +
      "`ALTER ROLE … PASSWORD '…';`, then start again. Special characters in it must be percent-encoded."
    );
  }
  if (code === '28000') {
    return `${problem}Correct the user, or let it connect in the server's pg_hba.conf, then start again.`;
  }
  return `${problem}Correct it or the server's settings, then start again.`;
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
    coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false) as "canCreateTables",
    case
      when exists (select from pg_extension where extname = 'pg_trgm') then 'created'
      when exists (select from pg_available_extension_versions where name = 'pg_trgm'
        and (trusted or current_setting('is_superuser') = 'on')) then 'available'
      when exists (select from pg_available_extensions where name = 'pg_trgm') then 'restricted'
      else 'missing'
    end as trigrams
  from pg_database where datname = current_database()
`;

/** The settings let no URL pass whose password is not between the first colon and the only `@`, or a parameter. */
const redactPassword = (url: string) =>
  url.replace(/(\/\/[^/@:]*):[^/]*@/, '$1:…@').replace(/([?&]\w*password=).*/i, '$1…');
