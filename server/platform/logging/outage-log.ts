import type { LogFn, Logger } from 'pino';
import { SECOND } from '#server/platform/clock.ts';
import { type DatabaseUnavailable, findUnavailable } from '#server/platform/database/unavailable.ts';

/** The interval of the lines during an outage or an overload. */
const SUMMARY_MS = 10 * SECOND;
/** The outage is over after this time without a failure, so that alternating failures do not log a line each. */
const STABLE_MS = 3 * SECOND;
const CHECK_MS = SECOND;

/** Further places at which the database was missed are counted together. */
const MAX_PLACES = 50;
const OTHER_PLACES = 'other';

const WARN = 40;

/**
 * Summarizes an outage of the database, in which every request, job and poller fails: one line when it begins, one with counts
 * every ten seconds, and one when it is over. Other failures, such as those of an overload, are logged themselves, but each kind
 * only once while it repeats, so that visitors cannot flood the log.
 */
export interface OutageLog {
  /** Counts a failure instead of logging it. Returns false if it must be logged. */
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
  /** The failures that are no outage: how often each has repeated since the last line. */
  const repeated = new Map<string, number>();
  let repetitionTimer: NodeJS.Timeout | undefined;

  /** Returns false for the first failure of its kind. */
  function countRepetition(kind: string): boolean {
    repetitionTimer ??= setInterval(summarizeRepetitions, SUMMARY_MS).unref();
    const isFirst = !repeated.has(kind) && repeated.size < MAX_PLACES;
    if (isFirst) repeated.set(kind, 0);
    else increase(repeated, kind);
    return !isFirst;
  }

  /** Forgets the kinds that have not repeated: the next failure of these is logged itself. */
  function summarizeRepetitions(): void {
    const counts = [...repeated].filter(([, count]) => count > 0);
    repeated.clear();
    for (const [kind] of counts) repeated.set(kind, 0);
    if (counts.length > 0) {
      getLogger().warn({ failures: Object.fromEntries(counts) }, 'further statements could not be executed');
      return;
    }
    clearInterval(repetitionTimer);
    repetitionTimer = undefined;
  }

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
      if (error.reason !== 'unreachable' && !(outage !== null && isDueToOutage(error)))
        return countRepetition(`${place} (${error.reason})`);
      if (outage === null) {
        outage = begin();
        getLogger().error({ ...describeUnavailable(error), place }, 'the database is not available');
        return true;
      }
      outage.failures += 1;
      outage.availableAt = null;
      increase(outage.counts, place);
      return true;
    },
    reportSuccess() {
      if (outage !== null) outage.availableAt ??= performance.now();
    },
  };
}

function increase(counts: Map<string, number>, place: string): void {
  const key = counts.has(place) || counts.size < MAX_PLACES ? place : OTHER_PLACES;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** While the database does not respond, statements wait in vain for it or a connection. The server has canceled those with a cause. */
const isDueToOutage = ({ reason, cause }: DatabaseUnavailable) =>
  reason === 'busy' || (reason === 'timeout' && cause === undefined);

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

/**
 * Pino's hook for each line: counts lines about an outage and repetitions. Those that remain about an unavailable database are
 * warnings, because the same statement may succeed later, and have no stack.
 */
export function createLogMethod(outageLog: OutageLog) {
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields, message] = args as [unknown, unknown];
    const isAboutError = typeof fields === 'object' && fields !== null && 'err' in fields;
    if (!isAboutError || typeof message !== 'string') return void method.apply(this, args);
    const { err, ...others } = fields as Record<string, unknown>;
    const error = findUnavailable(err);
    if (error === null) return void method.apply(this, args);
    if (outageLog.count(error, describePlace(others, message))) return;
    const described = { ...others, ...describeUnavailable(error) };
    if (level > WARN) this.warn(described, message);
    else method.call(this, described, message);
  };
}
