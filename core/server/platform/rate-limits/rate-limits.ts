import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import {
  countAttempt,
  countFailure,
  countQuota,
  countTowardsCeiling,
  getCounterKey,
  type Limit,
  type Quota,
  readCount,
  rejectWhileDelayed,
  resetFailures,
} from './counters.ts';
import { listIpBlocks } from './ip-block.ts';

/**
 * Limits failed attempts, for example wrong passwords. Check it before each attempt and count each failure. In a transaction
 * that serializes the attempts, pass that transaction to both: then no concurrent attempt escapes the delay.
 */
export interface FailureLimit {
  /** Throws `throttled` while a delay lasts. */
  rejectWhileDelayed(db?: Queryable): Promise<void>;
  countFailure(db?: Queryable): Promise<void>;
  resetFailures(): Promise<void>;
}

export interface RateLimits<Name extends string> {
  /**
   * Counts one attempt of `subject`, for example an account's id; throws `throttled` beyond the limit. An attempt counted in
   * a transaction that rolls back does not count.
   */
  count(name: Name, subject: string, db?: Queryable): Promise<void>;
  /** Counts one attempt of `subject` and returns what is left. Throws nothing beyond the limit. */
  countQuota(name: Name, subject: string): Promise<Quota>;
  /** Returns how many attempts of `subject` were counted in the current window. */
  readCount(name: Name, subject: string): Promise<number>;
  /** Counts one attempt from an IP address: an IPv6 address in each of its blocks, the wider ones with a multiple of the limit. */
  countIp(name: Name, clientIp: string): Promise<void>;
  /** Failures that delay the next attempt, each longer than the one before. */
  failures(name: Name, subject: string): FailureLimit;
  /** Limits the failures of each block of an IP address, for one subject or for all together. */
  ipFailures(name: Name, clientIp: string, subject?: string): FailureLimit;
  /** A maximum of failures in a window; beyond it, attempts are rejected until the window ends. */
  failureCeiling(name: Name, subject: string): FailureLimit;
}

interface RateLimitsDependencies<Name extends string> {
  database: Pick<Database, 'db'>;
  clock: Clock;
  limits: Readonly<Record<Name, Limit>>;
  /** Makes the stored keys unreadable. */
  secret: string;
}

/** Creates rate limits that count in the database, so that they apply to all servers together. */
export function createRateLimits<Name extends string>({
  database,
  clock,
  limits,
  secret,
}: RateLimitsDependencies<Name>): RateLimits<Name> {
  const count = (name: Name, subject: string, db: Queryable = database.db) =>
    countAttempt(db, getCounterKey(secret, name, subject), limits[name], clock.now());
  const multiply = (name: Name, multiple: number) => ({ ...limits[name], max: limits[name].max * multiple });
  const createFailureLimit = (
    name: Name,
    subject: string,
    countMore: typeof countFailure,
    limit: Limit = limits[name],
  ): FailureLimit => {
    const key = getCounterKey(secret, name, subject);
    return {
      rejectWhileDelayed: (db = database.db) => rejectWhileDelayed(db, key, limit, clock.now()),
      countFailure: (db = database.db) => countMore(db, key, limit, clock.now()),
      resetFailures: () => resetFailures(database.db, key),
    };
  };
  return {
    count,
    countQuota: (name, subject) =>
      countQuota(database.db, getCounterKey(secret, name, subject), limits[name], clock.now()),
    readCount: (name, subject) =>
      readCount(database.db, getCounterKey(secret, name, subject), limits[name], clock.now()),
    async countIp(name, clientIp) {
      // From the narrowest on: what one household sends beyond its limit does not use up the limit of its neighbors.
      for (const { key, multiple } of listIpBlocks(clientIp)) {
        await countAttempt(
          database.db,
          getCounterKey(secret, name, key),
          multiply(name, multiple),
          clock.now(),
        );
      }
    },
    failures: (name, subject) => createFailureLimit(name, subject, countFailure),
    ipFailures: (name, clientIp, subject = '') =>
      combineFailureLimits(
        listIpBlocks(clientIp).map(({ key, multiple }) =>
          createFailureLimit(name, `${subject}\0${key}`, countFailure, multiply(name, multiple)),
        ),
      ),
    failureCeiling: (name, subject) => createFailureLimit(name, subject, countTowardsCeiling),
  };
}

/** Combines limits into one that applies all of them. */
export const combineFailureLimits = (limits: readonly FailureLimit[]): FailureLimit => ({
  async rejectWhileDelayed(tx) {
    for (const limit of limits) await limit.rejectWhileDelayed(tx);
  },
  async countFailure(tx) {
    for (const limit of limits) await limit.countFailure(tx);
  },
  async resetFailures() {
    for (const limit of limits) await limit.resetFailures();
  },
});
