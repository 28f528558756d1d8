import type { LogFn, Logger } from 'pino';
import { SECOND } from './clock.ts';
import { type DatabaseUnavailable, findUnavailable } from './database/unavailable.ts';

/** The interval of the lines during an outage. */
const SUMMARY_MS = 10 * SECOND;
/** The outage is over after this time without a failure, so that alternating failures do not log a line each. */
const STABLE_MS = 3 * SECOND;
const CHECK_MS = SECOND;

/** Further places at which the database was missed are counted together. */
const MAX_PLACES = 50;
const OTHER_PLACES = 'other';

/**
 * Summarizes an outage of the database, in which every request, job and poller fails: one line when it begins, one with counts
 * every ten seconds, and one when it is over.
 */
export interface OutageLog {
  /** Counts a failure instead of logging it. Returns false if it is not about an outage. */
  count(error: DatabaseUnavailable, place: string): boolean;
  /** Reports that the database has executed a statement. */
  reportSuccess(): void;
}

interface Outage {
  beganAt: number;
  /** The first success since the last failure. */
  availableAt: number | null;
  summarizedAt: number;
  failures: number;
  /** The failures since the last line, by place. */
  counts: Map<string, number>;
  timer: NodeJS.Timeout;
}

/** `getLogger` returns the logger of the lines, which are about no single request. */
export function createOutageLog(getLogger: () => Logger): OutageLog {
  let outage: Outage | null = null;

  function check(current: Outage): void {
    const now = performance.now();
    if (current.availableAt !== null && now - current.availableAt >= STABLE_MS) {
      clearInterval(current.timer);
      outage = null;
      const durationMs = Math.round(current.availableAt - current.beganAt);
      getLogger().info({ durationMs, failures: current.failures }, 'the database is available again');
    } else if (now - current.summarizedAt >= SUMMARY_MS && current.counts.size > 0) {
      const counts = Object.fromEntries(current.counts);
      getLogger().error({ failures: counts }, 'the database is still not available');
      current.counts.clear();
      current.summarizedAt = now;
    }
  }

  function begin(): Outage {
    const now = performance.now();
    const timer = setInterval(() => check(begun), CHECK_MS).unref();
    const begun: Outage = {
      beganAt: now,
      availableAt: null,
      summarizedAt: now,
      failures: 1,
      counts: new Map(),
      timer,
    };
    return begun;
  }

  return {
    count(error, place) {
      if (!isOutage(error)) return false;
      if (outage === null) {
        outage = begin();
        getLogger().error({ ...describeUnavailable(error), place }, 'the database is not available');
        return true;
      }
      outage.failures += 1;
      outage.availableAt = null;
      const key = outage.counts.has(place) || outage.counts.size < MAX_PLACES ? place : OTHER_PLACES;
      outage.counts.set(key, (outage.counts.get(key) ?? 0) + 1);
      return true;
    },
    reportSuccess() {
      if (outage !== null) outage.availableAt ??= performance.now();
    },
  };
}

/** A single statement that waited for a lock, conflicted or was canceled by the server is no outage. */
const isOutage = ({ reason, cause }: DatabaseUnavailable) =>
  reason === 'unreachable' || reason === 'busy' || (reason === 'timeout' && cause === undefined);

/** The fields of a line about an unavailable database. A stack would only show that something called the database. */
export function describeUnavailable({ reason, cause }: DatabaseUnavailable): Record<string, unknown> {
  return { reason, ...(cause instanceof Error ? { cause: cause.message || cause.name } : {}) };
}

function describePlace({ method, route, queue }: Record<string, unknown>, message: string): string {
  if (typeof route === 'string') return `${message}: ${String(method)} ${route}`;
  return typeof queue === 'string' ? `${message}: ${queue}` : message;
}

const OUTAGE_LOG = Symbol('outage log');

/** Makes a logger and its children summarize outages. */
export function summarizeOutages(logger: Logger, outageLog: OutageLog): void {
  Object.assign(logger, { [OUTAGE_LOG]: outageLog });
}

/** Reports that the database has executed a statement, which ends an outage in the log. */
export function reportDatabaseSuccess(logger: Logger): void {
  (logger as Logger & { [OUTAGE_LOG]?: OutageLog })[OUTAGE_LOG]?.reportSuccess();
}

/** Pino's hook for each line: counts lines about an outage, and leaves the stack out of those about an unavailable database. */
export function createLogMethod(outageLog: OutageLog) {
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [fields, message] = args as [unknown, unknown];
    const isAboutError = typeof fields === 'object' && fields !== null && 'err' in fields;
    if (!isAboutError || typeof message !== 'string') return void method.apply(this, args);
    const { err, ...others } = fields as Record<string, unknown>;
    const error = findUnavailable(err);
    if (error === null) return void method.apply(this, args);
    if (outageLog.count(error, describePlace(others, message))) return;
    method.call(this, { ...others, ...describeUnavailable(error) }, message);
  };
}
