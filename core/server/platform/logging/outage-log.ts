import type { LogFn, Logger } from 'pino';
import { SECOND } from '#core/server/platform/clock.ts';
import { type DatabaseUnavailable, findUnavailable } from '#core/server/platform/database/unavailable.ts';

/** The interval of the lines during an outage or an overload. */
const SUMMARY_MS = 10 * SECOND;
/** The outage is over after this time without a failure, so that alternating failures do not log a line each. */
const STABLE_MS = 3 * SECOND;
const CHECK_MS = SECOND;

/** Further places at which the database was missed are counted together. */
const MAX_PLACES = 50;
const OTHER_PLACES = 'other';
/** A summary with more requests is written early: users are shown the IDs, so each of them is in the log. */
const MAX_REQUEST_IDS = 500;

const WARN = 40;

/**
 * Summarizes an outage of the database, in which every request, job and poller fails: one line when it begins, one with counts
 * every ten seconds, and one when it is over. Other failures, such as those of an overload, are logged themselves, but each kind
 * only once while it repeats, so that visitors cannot flood the log.
 */
export interface OutageLog {
  /** Counts a failure instead of logging it. Returns false if it must be logged. */
  count(error: DatabaseUnavailable, place: string, requestId: string | undefined): boolean;
  /** Reports that the database has executed a statement. */
  reportSuccess(): void;
}

interface Outage {
  beganAt: number;
  /** The first success since the last failure. */
  availableAt: number | null;
  summarizedAt: number;
  failures: number;
  /** The failures since the last line. */
  unlogged: Failures;
  timer: NodeJS.Timeout;
}

/** Failures that no line is about yet. */
class Failures {
  counts = new Map<string, number>();
  requestIds: string[] = [];

  get isFull() {
    return this.requestIds.length >= MAX_REQUEST_IDS;
  }

  add(place: string, requestId: string | undefined): void {
    const key = this.counts.has(place) || this.counts.size < MAX_PLACES ? place : OTHER_PLACES;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (requestId !== undefined) this.requestIds.push(requestId);
  }

  /** Returns the fields of a line about them, and forgets them. */
  take() {
    const { requestIds } = this;
    const fields = {
      failures: Object.fromEntries(this.counts),
      ...(requestIds.length > 0 ? { requestIds } : {}),
    };
    this.counts.clear();
    this.requestIds = [];
    return fields;
  }
}

/** `getLogger` returns the logger of the lines, which are about no single request. */
export function createOutageLog(getLogger: () => Logger): OutageLog {
  let outage: Outage | null = null;
  /** The failures that are no outage, of kinds that a line is about already. */
  const repeated = new Failures();
  /** The kinds that have failed since the last summary. */
  let kinds = new Set<string>();
  let repetitionTimer: NodeJS.Timeout | undefined;

  /** Returns false for the first failure of its kind. */
  function countRepetition(kind: string, requestId: string | undefined): boolean {
    repetitionTimer ??= startTimer(summarizeRepetitions, SUMMARY_MS);
    if (!kinds.has(kind) && kinds.size < MAX_PLACES) {
      kinds.add(kind);
      return false;
    }
    repeated.add(kinds.has(kind) ? kind : OTHER_PLACES, requestId);
    if (repeated.isFull) logRepetitions();
    return true;
  }

  function logRepetitions(): void {
    getLogger().warn(repeated.take(), 'further statements could not be executed');
  }

  /** Forgets the kinds that have not repeated: the next failure of these is logged itself. */
  function summarizeRepetitions(): void {
    kinds = new Set(repeated.counts.keys());
    if (kinds.size > 0) logRepetitions();
    else {
      stopTimer(repetitionTimer);
      repetitionTimer = undefined;
    }
  }

  function check(current: Outage): void {
    const now = performance.now();
    if (current.availableAt !== null && now - current.availableAt >= STABLE_MS) {
      stopTimer(current.timer);
      outage = null;
      const durationMs = Math.round(current.availableAt - current.beganAt);
      const line = { ...current.unlogged.take(), durationMs, failures: current.failures };
      getLogger().warn(line, 'the database is available again');
    } else if (now - current.summarizedAt >= SUMMARY_MS) logOutage(current);
  }

  function logOutage(current: Outage): void {
    if (current.unlogged.counts.size === 0) return;
    getLogger().error(current.unlogged.take(), 'the database is still not available');
    current.summarizedAt = performance.now();
  }

  /** Until it stops, the end of the process logs what no line is about yet. */
  function startTimer(run: () => void, intervalMs: number): NodeJS.Timeout {
    process.on('exit', flush);
    return setInterval(run, intervalMs).unref();
  }

  function stopTimer(timer: NodeJS.Timeout | undefined): void {
    process.off('exit', flush);
    clearInterval(timer);
  }

  function flush(): void {
    if (outage !== null) logOutage(outage);
    if (repeated.counts.size > 0) logRepetitions();
  }

  function begin(): Outage {
    const now = performance.now();
    const timer = startTimer(() => check(begun), CHECK_MS);
    const begun: Outage = {
      beganAt: now,
      availableAt: null,
      summarizedAt: now,
      failures: 1,
      unlogged: new Failures(),
      timer,
    };
    return begun;
  }

  return {
    count(error, place, requestId) {
      if (error.reason !== 'unreachable' && !(outage !== null && isDueToOutage(error)))
        return countRepetition(`${place} (${error.reason})`, requestId);
      if (outage === null) {
        outage = begin();
        const line = { ...describeUnavailable(error), place, reqId: requestId };
        getLogger().error(line, 'the database is not available');
        return true;
      }
      outage.failures += 1;
      outage.availableAt = null;
      outage.unlogged.add(place, requestId);
      if (outage.unlogged.isFull) logOutage(outage);
      return true;
    },
    reportSuccess() {
      if (outage !== null) outage.availableAt ??= performance.now();
    },
  };
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
    const requestId = others.reqId ?? this.bindings().reqId;
    const place = describePlace(others, message);
    if (outageLog.count(error, place, typeof requestId === 'string' ? requestId : undefined)) return;
    const described = { ...others, ...describeUnavailable(error) };
    if (level > WARN) this.warn(described, message);
    else method.call(this, described, message);
  };
}
