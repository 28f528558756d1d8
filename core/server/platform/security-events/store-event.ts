import type { SecurityEventKind } from '#core/contract/accounts/security-events.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { onCommit, type Queryable } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { EventAccount, EventDetails, NewSecurityEvent } from './security-event.ts';
import { securityEvents } from './security-events.tables.ts';

export type EventRow = typeof securityEvents.$inferInsert;

/** The origin of an event. */
export interface EventSource {
  account: EventAccount | null;
  sessionId: string | null;
  clientIp: string | null;
  device: string | null;
}

const FAILURES: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'sign_in_throttled',
  'refresh_token_reused',
  'password_check_failed',
  'google_confirmation_failed',
  'second_factor_failed',
  'access_denied',
  'request_throttled',
]);

/** Legitimate actions that an attacker who has taken over an account would perform too. */
const ALERTS: ReadonlySet<SecurityEventKind> = new Set([
  'recovery_code_used',
  'recovery_codes_replaced',
  'second_factor_removed',
]);

/**
 * The details in log lines: codes and flags. The symbol of a premium signal, the warnings about its levels and the reasons of
 * administrators are content, which is only in the table.
 */
const LOGGED_DETAILS: ReadonlySet<string> = new Set([
  'method',
  'second_factor',
  'reason',
  'endpoint',
  'identifier_hash',
  'scope',
  'submitted_by',
  'until',
  'version',
  'place',
  'is_takeover',
  'is_summary',
] satisfies (keyof EventDetails)[]);

const MAX_TEXT_LENGTH = 500;
/** Limits `before` and `after`, which list every changed field. `describeChange` limits each value. */
const MAX_CHANGE_LENGTH = 4_000;

/** Converts an event to a row. The account defaults to that of the caller; texts are limited in length. */
export function toRow(event: NewSecurityEvent, source: EventSource, now: Date): EventRow {
  const account = event.account === undefined ? source.account : event.account;
  return {
    occurredAt: now,
    kind: event.kind,
    outcome: FAILURES.has(event.kind) ? 'failure' : 'success',
    accountKind: account?.kind ?? null,
    accountId: account?.id ?? null,
    clientIp: source.clientIp,
    device: source.device,
    sessionId: event.sessionId ?? source.sessionId,
    targetType: event.target?.type ?? null,
    targetId: event.target ? cleanText(event.target.id) : null,
    details: cleanDetails(event.details ?? {}),
  };
}

/** Stores the rows and logs each of them after the commit. */
export async function storeEvents(
  db: Queryable,
  rows: EventRow[],
  logger: Logger,
  context: { reqId?: string } = {},
): Promise<void> {
  await db.insert(securityEvents).values(rows);
  onCommit(db, () => {
    for (const row of rows) logEvent(logger, row, context);
  });
}

/** Records an action of the operator on the command line or in a setting. */
export async function recordOperatorEvent(db: Queryable, event: NewSecurityEvent, now: Date): Promise<void> {
  await db.insert(securityEvents).values(toRow(event, OPERATOR, now));
}

const OPERATOR: EventSource = {
  account: { kind: 'operator', id: null },
  sessionId: null,
  clientIp: null,
  device: null,
};

function logEvent(logger: Logger, row: EventRow, context: { reqId?: string }): void {
  const { kind, outcome, occurredAt: _, details, ...rest } = row;
  const loggedDetails = Object.fromEntries(
    Object.entries(details ?? {}).filter(([name]) => LOGGED_DETAILS.has(name)),
  );
  const present = Object.entries({ ...rest, details: loggedDetails }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const line = { ...context, event: kind, outcome, ...Object.fromEntries(present) };
  if (outcome === 'failure' || ALERTS.has(kind)) logger.warn(line, 'security event');
  else logger.info(line, 'security event');
}

/**
 * Limits a name from a user or file to one line and a maximum length. PostgreSQL's `jsonb` rejects half of a surrogate
 * pair, whether it was submitted or is the result of truncation.
 */
function cleanText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return Array.from(toSingleLine(text)).slice(0, maxLength).join('');
}

const getMaxLength = (name: string) =>
  name === 'before' || name === 'after' ? MAX_CHANGE_LENGTH : MAX_TEXT_LENGTH;

function cleanDetails(details: EventDetails): EventDetails {
  const entries = Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? cleanText(value, getMaxLength(name)) : value]);
  return Object.fromEntries(entries) as EventDetails;
}
