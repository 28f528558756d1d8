import { createHmac } from 'node:crypto';
import { type Clock, MINUTE } from '#server/platform/clock.ts';
import { findUnavailable } from '#server/platform/database/unavailable.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { describeUnavailable } from '#server/platform/logging/outage-log.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import { createIncidentBudgets } from './incident-budgets.ts';
import type { EventDetails, EventRecorder, NewSecurityEvent } from './security-event.ts';
import { type EventRow, type EventSource, storeEvents, toRow } from './store-event.ts';

/** The origin of a request as determined when the event is recorded. */
export interface RequestSource {
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
    clientIp && getIpBlock(clientIp),
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
