import { createHmac } from 'node:crypto';
import { type Clock, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { describeUnavailable } from '#core/server/platform/logging/outage-log.ts';
import { getClientNetwork } from '#core/server/platform/rate-limits/ip-block.ts';
import type { EventDetails, EventRecorder, NewSecurityEvent } from './security-event.ts';
import { type EventRow, type EventSource, storeEvents, toRow } from './store-event.ts';

/** The origin of a request as determined when the event is recorded. */
interface RequestSource {
  account: EventSource['account'];
  sessionId: string | null;
  clientIp: string;
  device: string;
  requestId: string;
}

export interface RequestEvents extends EventRecorder {
  /**
   * Records a failure or another event outside a transaction. Never throws. Stores the first of equal incidents
   * immediately; repetitions are counted in memory and stored together. Do not call it while a transaction is open.
   */
  report(event: NewSecurityEvent): Promise<void>;
  /** True once `record` was called. */
  readonly hasRecorded: boolean;
  /** True once `report` was called. */
  readonly hasReported: boolean;
}

export interface SecurityLog {
  /** `getSource` is called for each event: a request is authenticated only after it has started. */
  forRequest(getSource: () => RequestSource): RequestEvents;
  /** Stores the counted repetitions. */
  flush(): Promise<void>;
  /** Stores the counted repetitions and stops. */
  close(): Promise<void>;
}

interface SecurityLogDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** The key of the hashes of identifiers. */
  secret: string;
}

const FLUSH_MS = MINUTE;

export function createSecurityLog({ database, clock, logger, secret }: SecurityLogDependencies): SecurityLog {
  const repetitions = new Map<string, { row: EventRow; count: number }>();
  const budgets = createIncidentBudgets();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  async function report(event: NewSecurityEvent, source: EventSource, requestId: string): Promise<void> {
    const now = clock.now();
    const row = toRow(addIdentifierHash(event, secret), source, now);
    if (repeat(row)) return;
    const storage = budgets.take(row, now);
    if (storage === 'incident') {
      repetitions.set(getKey(row), { row, count: 0 });
      await store([row], requestId);
      return;
    }
    const blockSummary = toSummary(row, { withSource: true });
    if (storage === 'block-summary') {
      if (repeat(blockSummary)) return;
      if (budgets.takeBlockSummary(now)) {
        repetitions.set(getKey(blockSummary), { row: blockSummary, count: 1 });
        return;
      }
    }
    const kindSummary = toSummary(row, { withSource: false });
    if (!repeat(kindSummary)) repetitions.set(getKey(kindSummary), { row: kindSummary, count: 1 });
  }

  /** Counts an incident that equals one since the last flush. Returns false if there is none. */
  function repeat(row: EventRow): boolean {
    const repeated = repetitions.get(getKey(row));
    if (!repeated) return false;
    // A row about several submitted texts has no hash.
    const isSameText = repeated.row.details?.identifier_hash === row.details?.identifier_hash;
    repeated.row = isSameText ? row : { ...row, details: removeIdentifierHash(row.details) };
    repeated.count += 1;
    return true;
  }

  async function store(rows: EventRow[], requestId?: string): Promise<void> {
    try {
      await storeEvents(database.db, rows, logger, requestId === undefined ? {} : { reqId: requestId });
    } catch (error) {
      // Logged for each event, also during an outage, because the log is then their only trace.
      const unavailable = findUnavailable(error);
      const reason = unavailable ? describeUnavailable(unavailable) : { err: error };
      logger.error({ ...reason, events: rows.map(({ kind }) => kind) }, 'security events were not stored');
    }
  }

  async function flush(): Promise<void> {
    const rows = [...repetitions.values()]
      .filter(({ count }) => count > 0)
      .map(({ row, count }) => ({ ...row, count }));
    repetitions.clear();
    if (rows.length > 0) await store(rows);
  }

  return {
    forRequest(getSource) {
      let hasRecorded = false;
      let hasReported = false;
      return {
        async record(db, event) {
          const { requestId, ...source } = getSource();
          await storeEvents(db, [toRow(addIdentifierHash(event, secret), source, clock.now())], logger, {
            reqId: requestId,
          });
          hasRecorded = true;
        },
        report(event) {
          hasReported = true;
          const { requestId, ...source } = getSource();
          return report(event, source, requestId);
        },
        get hasRecorded() {
          return hasRecorded;
        },
        get hasReported() {
          return hasReported;
        },
      };
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function addIdentifierHash({ identifier, ...event }: NewSecurityEvent, secret: string): NewSecurityEvent {
  if (identifier === undefined) return event;
  const hash = createHmac('sha256', secret).update(`security event\0${identifier}`).digest('base64url');
  return { ...event, details: { ...event.details, identifier_hash: hash } };
}

/**
 * Incidents with the same key are equal: the same kind for the same account from the same IP address. The submitted text
 * does not count, because a flood with a new email each time would never repeat.
 */
const getKey = ({ kind, accountKind, accountId, clientIp, targetId, details }: EventRow) =>
  JSON.stringify([
    kind,
    accountKind,
    accountId,
    clientIp && getClientNetwork(clientIp),
    targetId,
    removeIdentifierHash(details),
  ]);

function removeIdentifierHash(details: EventDetails = {}): EventDetails {
  const { identifier_hash: _, ...rest } = details;
  return rest;
}

/** Returns a summary of the incidents of one kind: from one IP address, including an administrator's account, or from all. */
function toSummary(row: EventRow, { withSource }: { withSource: boolean }): EventRow {
  const { occurredAt, kind, outcome, clientIp, accountKind, accountId } = row;
  return {
    occurredAt,
    kind,
    outcome,
    ...(withSource ? { clientIp } : {}),
    ...(withSource && accountKind === 'administrator' ? { accountKind, accountId } : {}),
    details: { is_summary: true },
  };
}

/**
 * The incidents that a server stores per hour, by account kind. The budgets are separate, so that failures without an
 * account cannot use up the budget for administrators.
 */
const MAX_PER_HOUR = { administrator: 100, customer: 100, none: 200 } as const;

/** The share of one IPv4 address or IPv6 /48, so that one client cannot use up the whole budget. */
const MAX_PER_BLOCK = 20;

/** The rows per hour that summarize further incidents of an IPv4 address or IPv6 /48. */
const MAX_BLOCK_SUMMARIES_PER_HOUR = 200;

/** Stores an incident as a row, in the summary of its IP address, or in the summary of its kind. */
type Storage = 'incident' | 'block-summary' | 'summary';

/** Limits the rows that a flood can add per hour: 400 incidents, as many rows of repetitions, and 200 summaries. */
function createIncidentBudgets() {
  let hour = 0;
  const used = new Map<string, number>();

  function take(key: string, max: number): boolean {
    const count = used.get(key) ?? 0;
    if (count >= max) return false;
    used.set(key, count + 1);
    return true;
  }

  function startHour(now: Date): void {
    const current = Math.floor(now.getTime() / HOUR);
    if (current === hour) return;
    hour = current;
    used.clear();
  }

  return {
    /** Takes an incident from the budgets of its account kind and IP address. */
    take({ accountKind, clientIp }: EventRow, now: Date): Storage {
      startHour(now);
      const pool = accountKind === 'administrator' || accountKind === 'customer' ? accountKind : 'none';
      const block = clientIp ? `${pool} ${getClientNetwork(clientIp)}` : null;
      // A block that has used up its share takes nothing from the pool.
      if (block !== null && (used.get(block) ?? 0) >= MAX_PER_BLOCK) return 'block-summary';
      // Blocks are counted only while the pool lasts, which limits the memory.
      if (!take(pool, MAX_PER_HOUR[pool])) return 'summary';
      if (block !== null) take(block, MAX_PER_BLOCK);
      return 'incident';
    },
    /** Returns true if one more summary of an IP address may be stored. */
    takeBlockSummary(now: Date): boolean {
      startHour(now);
      return take('block summaries', MAX_BLOCK_SUMMARIES_PER_HOUR);
    },
  };
}
