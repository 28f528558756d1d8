import { lt, sql } from 'drizzle-orm';
import { formatTimestamp } from '#core/contract/dates.ts';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { findUnavailable, withDeadline } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { CHECK_STATES, type CheckState, checkResults, type StoredResult } from './checks.tables.ts';

/** What a check found. Administrators read it: no secrets, and nothing about single customers. */
export interface Finding {
  state: Exclude<CheckState, 'unknown'>;
  /** A sentence with figures, such as "25 emails wait, the oldest since 17:30: the mail server rejects the connection." */
  cause: string;
  /** What to do next; `null` if there is nothing to do. */
  action: string | null;
  /** The metrics export these figures. */
  figures?: Partial<Record<Figure, number>>;
  /** It is not set up, although that is worse than `off`. */
  isMissing?: boolean;
  /** The number of problems that `cause` names, if each is to be emailed. */
  problems?: number;
}
export type Figure = 'waiting' | 'oldest_seconds' | 'offset_seconds';

/** The parts of the setup, in the order in which an operator sets a site up. */
const SETUP_GROUPS = ['Site', 'Administration', 'Market', 'News', 'Messages', 'Sales'] as const;

/** Makes a check an item of the setup. */
export interface SetupItem {
  group: (typeof SETUP_GROUPS)[number];
  /** A sentence that says what it is for. */
  purpose: string;
  /** The names of the settings that it needs. */
  settings?: readonly string[];
  /** Without it, visitors or administrators cannot use the site. */
  isEssential?: boolean;
  /** Tries it for real on request of an administrator, to whom emails are sent at `email`. */
  test?: (administrator: { email: string }) => Promise<Finding>;
}

/** Finds out whether a part of the product does what it should. */
export interface Check {
  /** Never changes: metrics and the runbook contain it. */
  id: string;
  /** What is true if it is ok, such as "Emails are sent". */
  title: string;
  /** `server`: the result of another server may differ. */
  scope: 'shared' | 'server';
  /** A wrong clock of this server can cause the result: by default if all servers share it. */
  usesClock?: boolean;
  /** The page of the administration on which the problem is solved, if there is one. */
  path?: string;
  setup?: SetupItem;
  run(): Promise<Finding>;
}

export interface CheckResult
  extends Omit<StoredResult, 'ageMs'>,
    Pick<Finding, 'figures' | 'isMissing' | 'problems'> {
  /** When the state was first seen since it was another one. */
  since: Date;
}

export type SetupResult = CheckResult & { setup: SetupItem };

export interface Checks {
  /** Adds checks of a part of the product, before the server listens. */
  register(...checks: Check[]): void;
  /** Runs all checks on this server, or returns the results of the last seconds. Never rejects. */
  read(): Promise<CheckResult[]>;
  /** Returns the results of the last run without waiting for another. */
  readLast(): readonly CheckResult[];
  /**
   * Returns the results with the problems of the other servers, worst first. With `isOwnPreferred` without what another server found
   * worse about something that this one could examine: its result may be a minute old.
   */
  readAll(options?: { isOwnPreferred?: boolean }): Promise<CheckResult[]>;
  /** Returns the items of the setup with their results, by group. */
  readSetup(): Promise<SetupResult[]>;
  /** Tries an item of the setup for real; `null` if there is no such test. Never rejects. */
  test(id: string, administrator: { email: string }): Promise<Finding | null>;
  /** Runs them every minute, so that the other servers know of the problems of this one. */
  start(): void;
  close(): Promise<void>;
}

interface ChecksDependencies {
  /** The name of this server; `null` for a command, whose results are not those of a server. */
  server: string | null;
  database: Pick<Database, 'db'>;
  clock: Clock;
  logger: Logger;
  /** Tests set shorter ones. */
  limits?: { runMs?: number; cacheMs?: number };
}

/** Longer than the wait for a lock, whose error says more. A scrape waits for up to ten seconds. */
const RUN_MS = 4 * SECOND;
/** A mail server or another service is waited for so long. */
const TEST_MS = 20 * SECOND;
/** Several scrapes and pages share the results. An administrator who has just settled something must not see that it waits. */
const CACHE_MS = SECOND;
/** A database that cannot store the results delays those who wait for them by no more. */
const STORE_MS = SECOND;

/** Returns the entry of a check in the runbook. */
export const getRunbook = (id: string) => `docs/operations/monitoring.md#check-${id}`;

/**
 * The checks of this server. They run at the same time, each within a time limit, and one that fails or hangs becomes `unknown` without
 * affecting the others. When states began is in memory, and as far as the database can store it, known to other servers and the next start.
 */
export function createChecks({ server, database, clock, logger, limits = {} }: ChecksDependencies): Checks {
  const { runMs = RUN_MS, cacheMs = CACHE_MS } = limits;
  const { db } = database;
  const checks: Check[] = [];
  const running = new Map<string, Promise<Finding>>();
  const states = new Map<string, { state: CheckState; since: Date }>();
  let isRestored = false;
  let storing: Promise<void> | null = null;
  let isClosed = false;
  let results: Promise<CheckResult[]> = Promise.resolve([]);
  let last: readonly CheckResult[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  /** A run that hangs is waited for again, instead of starting more of them. */
  function run(check: Check): Promise<Finding> {
    const current = running.get(check.id) ?? startRun(check).finally(() => running.delete(check.id));
    running.set(check.id, current);
    return current;
  }

  async function examine(check: Check): Promise<Omit<CheckResult, 'since'>> {
    const { id, title, scope, path = null } = check;
    const common = { id, title, path, server: scope === 'server' ? server : null };
    try {
      return { ...common, ...(await withDeadline(run(check), runMs)) };
    } catch (error) {
      if (states.get(id)?.state !== 'unknown')
        logger.warn({ err: error, check: id }, 'a check could not run');
      const action =
        'Fix the problems of the database first, if there are any; otherwise search the log for “a check could not run”.';
      return { ...common, state: 'unknown', cause: describeFailure(error), action };
    }
  }

  function setSince({ id, state }: Pick<CheckResult, 'id' | 'state'>): Date {
    const before = states.get(id);
    const since = before?.state === state ? before.since : clock.now();
    states.set(id, { state, since });
    return since;
  }

  /** Reads the results of the servers that have stored any within the last minutes, or that this server has stored before it started. */
  async function readStored(minutes: number): Promise<(CheckResult & { storedBy: string })[]> {
    const rows = await db
      .select({
        storedBy: checkResults.server,
        results: checkResults.results,
        storedMs: sql<number>`extract(epoch from now() - ${checkResults.checkedAt})::float8 * 1000`,
      })
      .from(checkResults)
      .where(sql`${checkResults.checkedAt} > now() - ${minutes} * interval '1 minute'`);
    return rows.flatMap((row) =>
      row.results.map(({ ageMs, ...result }) => ({
        ...result,
        storedBy: row.storedBy,
        since: addMilliseconds(clock.now(), -ageMs - row.storedMs),
      })),
    );
  }

  async function restore(): Promise<void> {
    for (const { id, state, since, server: owner } of await readStored(RESTORED_MINUTES)) {
      const current = states.get(id);
      const isOwn = owner === null || owner === server;
      if (isOwn && current?.state === state && since < current.since) states.set(id, { state, since });
    }
    isRestored = true;
  }

  async function store(name: string, current: readonly CheckResult[]): Promise<void> {
    if (!isRestored) await restore();
    const now = clock.now().getTime();
    const stored = current
      .filter(({ state }) => state !== 'off')
      .map(({ figures: _, since, ...result }) => ({
        ...result,
        ageMs: now - (states.get(result.id)?.since ?? since).getTime(),
      }));
    const set = { results: stored, checkedAt: sql`now()` };
    await db
      .insert(checkResults)
      .values({ server: name, ...set })
      .onConflictDoUpdate({ target: checkResults.server, set });
    await db.delete(checkResults).where(lt(checkResults.checkedAt, sql`now() - interval '1 day'`));
  }

  async function examineAll(): Promise<CheckResult[]> {
    const found = withoutWrongTimes(await Promise.all(checks.map(examine)), checks);
    const current = found.map((result) => ({ ...result, since: setSince(result) }));
    last = current;
    // The database may be closed too.
    if (isClosed || server === null) return current;
    storing ??= store(server, current)
      .catch((error) => logger.warn({ err: error }, 'the results of checks could not be stored'))
      .finally(() => (storing = null));
    await withDeadline(storing, STORE_MS).catch(() => {});
    return current.map((result) => ({ ...result, since: setSince(result) }));
  }

  const read = () => {
    if (performance.now() - readAt >= cacheMs) {
      readAt = performance.now();
      results = examineAll();
    }
    return results;
  };

  return {
    register: (...added) => void checks.push(...added),
    read,
    readLast: () => last,
    async readAll({ isOwnPreferred = false } = {}) {
      const own = await read();
      const stored = await readStored(RECENT_MINUTES).catch((error) => {
        logger.warn({ err: error }, 'the checks of other servers could not be read');
        return [];
      });
      const ownRanks = new Map(
        own.map((result) => [
          result.id,
          isOwnPreferred && result.state !== 'unknown' ? Number.NEGATIVE_INFINITY : getRank(result),
        ]),
      );
      const others = stored.filter(
        ({ id, state, storedBy, server: owner }) =>
          storedBy !== server &&
          state !== 'ok' &&
          // What all share is shown once, unless another server found something worse, which Prometheus reports.
          (owner !== null || getRank({ state }) < (ownRanks.get(id) ?? Number.POSITIVE_INFINITY)),
      );
      return [...own, ...others.map(({ storedBy, ...result }) => ({ ...result, server: storedBy }))].sort(
        (one, other) => getRank(one) - getRank(other),
      );
    },
    async readSetup() {
      const results = new Map((await read()).map((result) => [result.id, result]));
      const items = checks.flatMap(({ id, setup }) => {
        const result = results.get(id);
        return setup && result ? [{ ...result, setup }] : [];
      });
      return SETUP_GROUPS.flatMap((group) => items.filter(({ setup }) => setup.group === group));
    },
    async test(id, administrator) {
      const check = checks.find((each) => each.id === id);
      if (!check?.setup?.test) return null;
      readAt = Number.NEGATIVE_INFINITY;
      try {
        return await withDeadline(check.setup.test(administrator), TEST_MS);
      } catch (error) {
        logger.warn({ err: error, check: id }, 'a test of the setup failed');
        return {
          state: 'failing',
          cause: describeFailure(error),
          action: 'Search the log for “a test of the setup failed”.',
        };
      }
    },
    start() {
      timer = setInterval(read, MINUTE).unref();
    },
    async close() {
      clearInterval(timer);
      isClosed = true;
      await results;
      await storing;
    },
  };
}

/** Lower is worse. */
const getRank = ({ state }: Pick<CheckResult, 'state'>) => CHECK_STATES.indexOf(state);

/** The check of the server's clock, see `createDatabaseChecks`. */
const CLOCK_ID = 'clock';

/** While the clock of this server is wrong, it cannot tell what is late. Other servers can, unless theirs are wrong too. */
function withoutWrongTimes<Result extends Pick<CheckResult, 'id' | 'state'>>(
  results: Result[],
  checks: Check[],
) {
  if (!results.some(({ id, state }) => id === CLOCK_ID && state === 'failing')) return results;
  const isReliable = ({ scope, usesClock = scope === 'shared' }: Check) => !usesClock;
  const ids = new Set(checks.filter(isReliable).map(({ id }) => id));
  return results.filter(({ id }) => ids.has(id));
}

/** A server that has stored nothing for so long has stopped. */
const RECENT_MINUTES = 3;
const RESTORED_MINUTES = 24 * 60;

/** Also turns an exception before the first `await` into a rejection. */
const startRun = async (check: Check) => check.run();

function describeFailure(error: unknown): string {
  const failure = findUnavailable(error);
  if (failure === null) return 'The check failed with an unexpected error.';
  if (failure.reason === 'timeout') return 'The check did not finish in time.';
  return `The check could not read the database (${failure.reason}).`;
}

/** Returns the essential items that are not set up. */
export const listMissing = (results: readonly SetupResult[]): SetupResult[] =>
  results.filter(({ setup, state, isMissing }) => setup.isEssential && (state === 'off' || isMissing));

/** Returns a finding about what is not set up, and how to set it up. */
export const off = (cause: string, action: string): Finding => ({ state: 'off', cause, action });

export const ok = (cause: string, figures?: Finding['figures']): Finding => ({
  state: 'ok',
  cause,
  action: null,
  ...(figures ? { figures } : {}),
});

/** Writes a number with its noun: `1 email waits`, `25 emails wait`. */
export const count = (number: number, one: string, many: string): string =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`;

export const formatTime = (time: Date): string => formatTimestamp(time.toISOString());
