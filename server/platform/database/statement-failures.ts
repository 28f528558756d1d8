import pg from 'pg';
import { MINUTE } from '#server/platform/clock.ts';
import type { DatabaseUnavailable } from './unavailable.ts';

/** For requests a full disk and a standby are like a database that cannot be reached; for operators they are not. */
type FailureReason = DatabaseUnavailable['reason'] | 'disk_full' | 'read_only';

const REASONS: Record<string, FailureReason> = { '53100': 'disk_full', '25006': 'read_only' };
const RECENT_MS = 5 * MINUTE;
/** More say nothing more. */
const MAX_RECENT = 1_000;

/** Counts the statements of this server that the database could not execute. In memory, because it may not be able to store that. */
export class StatementFailures {
  /** Since the start, also those that did not happen, so that a metric can increase. */
  readonly totals: Record<FailureReason, number> = {
    disk_full: 0,
    read_only: 0,
    locked: 0,
    timeout: 0,
    conflict: 0,
    busy: 0,
    unreachable: 0,
  };
  #recent: { reason: FailureReason; at: number }[] = [];

  count({ reason: general, cause }: DatabaseUnavailable): void {
    const code = cause instanceof pg.DatabaseError ? cause.code : undefined;
    const reason = REASONS[code ?? ''] ?? general;
    this.totals[reason] += 1;
    this.#recent.push({ reason, at: performance.now() });
    if (this.#recent.length > 2 * MAX_RECENT) this.#recent = this.#recent.slice(-MAX_RECENT);
  }

  /** Counts those of the last five minutes. */
  countRecent(reason: FailureReason): number {
    const start = performance.now() - RECENT_MS;
    return this.#recent.filter((failure) => failure.reason === reason && failure.at > start).length;
  }
}
