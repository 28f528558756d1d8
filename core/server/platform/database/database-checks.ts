import { sql } from 'drizzle-orm';
import { type Check, count, type Finding, ok } from '#core/server/platform/checks/checks.ts';
import type { Database } from '#core/server/platform/database.ts';
import { DATABASE_TIME, formatDuration, MAX_RECORD_OFFSET_SECONDS, measureOffset } from './clock-offset.ts';

/** Fewer wait in vain for each other now and then. */
const MANY_FAILURES = 5;
/** A deployment may lock a table for a short time. */
const LONG_LOCK_SECONDS = 30;
/** Paddle's signatures are valid for 30 seconds, and the codes of authenticator apps. */
const MAX_OFFSET_SECONDS = 20;
const NOTICEABLE_OFFSET_SECONDS = 5;

/** The checks of what a server and its database can do together. */
export const createDatabaseChecks = (
  database: Pick<Database, 'db' | 'probe' | 'failures'>,
  getTime = Date.now,
): Check[] => [
  {
    id: 'database-writes',
    title: 'The database stores changes',
    scope: 'server',
    run: async () => findWriteFailures(database),
  },
  {
    id: 'database-locks',
    title: 'Statements do not wait for locks',
    scope: 'server',
    run: () => findLocks(database),
  },
  {
    id: 'clock',
    title: 'The clock of the server agrees with that of the database',
    scope: 'server',
    run: () => compareClocks(database, getTime),
  },
];

function findWriteFailures({ failures }: Pick<Database, 'failures'>): Finding {
  const full = failures.countRecent('disk_full');
  const failed = full || failures.countRecent('read_only');
  if (failed === 0) return ok('No write failed in the last 5 minutes.');
  const reason = full > 0 ? 'the disk of the database is full' : 'the database only accepts reads';
  return {
    state: 'failing',
    cause: `${count(failed, 'statement', 'statements')} failed in the last 5 minutes: ${reason}.`,
    action:
      full > 0
        ? 'Free space on the disk of the database or enlarge it. Pages can be read meanwhile.'
        : 'Check that DATABASE_URL leads to the primary, not to a standby.',
  };
}

/** Also finds a table that was locked for long before any request needs it. */
async function findLocks({ db, failures }: Pick<Database, 'db' | 'failures'>): Promise<Finding> {
  const failed = failures.countRecent('locked');
  const { rows } = await db.execute<{ pid: number; name: string; isLong: boolean | null }>(sql`
    select pid, class.relname as name, min(activity.xact_start) < now() - ${LONG_LOCK_SECONDS} * interval '1 s' as "isLong"
    from pg_locks join pg_class class on class.oid = relation left join pg_stat_activity activity using (pid)
    where granted and mode = 'AccessExclusiveLock' and class.relkind in ('r', 'p')
      and pg_locks.database = (select oid from pg_database where datname = current_database())
    group by 1, 2 order by 1, 2 limit 5`);
  const isLocked = rows.some(({ isLong }) => isLong);
  if (failed < MANY_FAILURES && !isLocked) return ok('No statement waits for long.');
  const waited =
    failed > 0
      ? [`${count(failed, 'statement', 'statements')} waited in vain for a lock in the last 5 minutes`]
      : [];
  const holders = rows.map(({ pid, name }) => `session ${pid} locks the table ${name}`);
  return {
    state: 'failing',
    cause: capitalize(`${[...waited, ...holders].join('; ')}.`),
    action:
      'Find out what the session does (pg_stat_activity), and end it with pg_terminate_backend unless it is about to finish.',
  };
}

async function compareClocks({ probe }: Pick<Database, 'probe'>, getTime: () => number): Promise<Finding> {
  const readSeconds = async () => Number((await probe.query(DATABASE_TIME)).rows[0].seconds);
  const offset = await measureOffset(getTime, readSeconds);
  const figures = { offset_seconds: offset };
  const size = Math.abs(offset);
  const cause =
    size < 1
      ? 'They differ by less than a second.'
      : `The clock of this server is ${formatDuration(size)} ${offset > 0 ? 'ahead of' : 'behind'} that of the database.`;
  if (size <= NOTICEABLE_OFFSET_SECONDS) return ok(cause, figures);
  const rejected =
    size > MAX_RECORD_OFFSET_SECONDS
      ? 'this server rejects publications, all other changes of signals, and imports of prices and closures, and evaluates and releases no signals, because the public record would have a wrong time. It also'
      : 'this server';
  return {
    state: size > MAX_OFFSET_SECONDS ? 'failing' : 'warning',
    cause,
    action: `Synchronize the clocks of both machines (timedatectl). Until then ${rejected} leaves out the checks that use its clock, webhooks and sign-in codes may be rejected, and times be wrong.`,
    figures,
  };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
