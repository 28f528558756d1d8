import type { LimitName } from '#server/config/limit-settings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Transaction } from '#server/platform/database.ts';
import {
  countFailure,
  countOne,
  countTowardsCeiling,
  forgetFailures,
  limitKey,
  refuseWhileDelayed,
} from '#server/platform/rate-limits/counters.ts';
import { addressBlock } from '#server/platform/rate-limits/ip-block.ts';

/**
 * What somebody tries who may fail: asked before each try, and told how it went. Within a transaction that makes the tries
 * wait for each other, both are to be said in it: then not one try slips past the delay.
 */
export interface FailureLimit {
  /** Throws `throttled` while a delay lasts. */
  refuseWhileDelayed(tx?: Transaction): Promise<void>;
  countFailure(tx?: Transaction): Promise<void>;
  forgetFailures(): Promise<void>;
}

export interface Limits {
  /**
   * Counts one more try of `subject`, for example an account's id; throws `throttled` beyond the limit. Within a
   * transaction only what is committed counts.
   */
  count(name: LimitName, subject: string, tx?: Transaction): Promise<void>;
  /** The same for the address that a call comes from; of IPv6 the whole /64. */
  countAddress(name: LimitName, address: string): Promise<void>;
  /** Failures that delay the next attempt longer and longer. */
  failures(name: LimitName, subject: string): FailureLimit;
  /** Failures of which there may be so many in a window; beyond, attempts are rejected until it ends. */
  failureCeiling(name: LimitName, subject: string): FailureLimit;
}

/** The configured limits, counted in the database so that they hold over all servers. */
export function createLimits({ config, database, clock, tokenSecret }: Dependencies): Limits {
  const count = (name: LimitName, subject: string, tx = database.db) =>
    countOne(tx, limitKey(tokenSecret, name, subject), config.limits[name], clock.now());
  const failureLimit = (name: LimitName, subject: string, countMore: typeof countFailure): FailureLimit => {
    const key = limitKey(tokenSecret, name, subject);
    return {
      refuseWhileDelayed: (tx = database.db) => refuseWhileDelayed(tx, key, config.limits[name], clock.now()),
      countFailure: (tx = database.db) => countMore(tx, key, config.limits[name], clock.now()),
      forgetFailures: () => forgetFailures(database.db, key),
    };
  };
  return {
    count,
    countAddress: (name, address) => count(name, addressBlock(address)),
    failures: (name, subject) => failureLimit(name, subject, countFailure),
    failureCeiling: (name, subject) => failureLimit(name, subject, countTowardsCeiling),
  };
}
