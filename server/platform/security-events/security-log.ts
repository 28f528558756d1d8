import { createHmac } from 'node:crypto';
import { type Clock, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { addressBlock } from '#server/platform/limits/address-block.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { EventRecorder, NewSecurityEvent } from './security-event.ts';
import { type EventRow, type EventSource, storeEvents, toRow } from './store-event.ts';

/** Where a request comes from, as far as it is known when an event is recorded. */
export interface RequestSource {
  account: EventSource['account'];
  sessionId: string | null;
  clientIp: string;
  device: string;
  requestId: string;
}

export interface RequestEvents extends EventRecorder {
  /**
   * Records a failure, or another event outside a transaction. Never throws, and stores the first of equal incidents at
   * once; repetitions are counted in memory and stored together. Not to be called while a transaction is open.
   */
  report(event: NewSecurityEvent): Promise<void>;
  /** Whether `record` was called. */
  readonly hasRecorded: boolean;
  /** Whether `report` was called. */
  readonly hasReported: boolean;
}

export interface SecurityLog {
  /** `getSource` is called for each event: the caller of a request is not known at its start. */
  forRequest(getSource: () => RequestSource): RequestEvents;
  /** Stores the repetitions that were counted. */
  flush(): Promise<void>;
  /** Stores what was counted, and stops. */
  close(): Promise<void>;
}

interface LogParts {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** The key of the hashes of identifiers. */
  secret: string;
}

const FLUSH_MS = MINUTE;

/**
 * How many different incidents a server stores an hour, each with one row more for its repetitions. Further ones are only
 * counted by kind. A flood from many IP addresses fills no disk: 24,000 rows a day are about 10 MB.
 */
const MAX_INCIDENTS_PER_HOUR = 500;

export function createSecurityLog({ database, clock, logger, secret }: LogParts): SecurityLog {
  const repetitions = new Map<string, { row: EventRow; count: number }>();
  const budget = { hour: 0, used: 0 };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  function hasBudget(now: Date): boolean {
    const hour = Math.floor(now.getTime() / HOUR);
    if (budget.hour !== hour) Object.assign(budget, { hour, used: 0 });
    budget.used += 1;
    return budget.used <= MAX_INCIDENTS_PER_HOUR;
  }

  async function report(event: NewSecurityEvent, source: EventSource, requestId: string): Promise<void> {
    const now = clock.now();
    const row = toRow(withHash(event, secret), source, now);
    const repeated = repetitions.get(keyOf(row));
    if (repeated) {
      repeated.count += 1;
      repeated.row = row;
    } else if (hasBudget(now)) {
      repetitions.set(keyOf(row), { row, count: 0 });
      await store([row], requestId);
    } else {
      const summary = summaryOf(row);
      const count = (repetitions.get(keyOf(summary))?.count ?? 0) + 1;
      repetitions.set(keyOf(summary), { row: summary, count });
    }
  }

  async function store(rows: EventRow[], requestId?: string): Promise<void> {
    try {
      await storeEvents(database.read, rows, logger, requestId === undefined ? {} : { reqId: requestId });
    } catch (error) {
      logger.error({ err: error, events: rows.map(({ kind }) => kind) }, 'security events were not stored');
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
          await storeEvents(db, [toRow(withHash(event, secret), source, clock.now())], logger, {
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

function withHash({ identifier, ...event }: NewSecurityEvent, secret: string): NewSecurityEvent {
  if (identifier === undefined) return event;
  const hash = createHmac('sha256', secret).update(`security event\0${identifier}`).digest('base64url');
  return { ...event, details: { ...event.details, identifier_hash: hash } };
}

/** Equal incidents: the same happens to the same account from the same IP address. */
const keyOf = ({ kind, accountKind, accountId, clientIp, targetId, details }: EventRow) =>
  JSON.stringify([kind, accountKind, accountId, clientIp && addressBlock(clientIp), targetId, details]);

const summaryOf = ({ occurredAt, kind, outcome }: EventRow): EventRow => ({
  occurredAt,
  kind,
  outcome,
  details: { is_summary: true },
});
