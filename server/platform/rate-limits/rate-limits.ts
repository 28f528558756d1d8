import type { Clock } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import {
  countAttempt,
  countFailure,
  countQuota,
  countTowardsCeiling,
  getCounterKey,
  isCounted,
  type Limit,
  type Quota,
  rejectWhileDelayed,
  resetFailures,
} from './counters.ts';
import { getIpBlock } from './ip-block.ts';

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
  /** Returns whether an attempt of `subject` was counted in the current window. */
  isCounted(name: Name, subject: string): Promise<boolean>;
  /** Counts one attempt from an IP address; an IPv6 address counts as its /64 network. */
  countIp(name: Name, clientIp: string): Promise<void>;
  /** Failures that delay the next attempt, each longer than the one before. */
  failures(name: Name, subject: string): FailureLimit;
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
  const createFailureLimit = (name: Name, subject: string, countMore: typeof countFailure): FailureLimit => {
    const key = getCounterKey(secret, name, subject);
    return {
      rejectWhileDelayed: (db = database.db) => rejectWhileDelayed(db, key, limits[name], clock.now()),
      countFailure: (db = database.db) => countMore(db, key, limits[name], clock.now()),
      resetFailures: () => resetFailures(database.db, key),
    };
  };
  return {
    count,
    countQuota: (name, subject) =>
      countQuota(database.db, getCounterKey(secret, name, subject), limits[name], clock.now()),
    isCounted: (name, subject) =>
      isCounted(database.db, getCounterKey(secret, name, subject), limits[name], clock.now()),
    countIp: (name, clientIp) => count(name, getIpBlock(clientIp)),
    failures: (name, subject) => createFailureLimit(name, subject, countFailure),
    failureCeiling: (name, subject) => createFailureLimit(name, subject, countTowardsCeiling),
  };
}
