import * as z from 'zod/mini';
import {
  listAuditLog,
  listSecurityEvents,
  OPERATOR_ACTOR,
  SECURITY_EVENTS_PAGE_SIZE,
  type SecurityEvent,
} from '#core/contract/accounts/security-events.ts';
import { getStartOfDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { HttpError, invalidPage } from '#core/server/platform/http-error.ts';
import { parseIpAddress } from '#core/server/platform/ip-address.ts';
import {
  type EventFilter,
  type EventPosition,
  listEvents,
  type StoredEvent,
} from '#core/server/platform/security-events/security-events.queries.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findCustomerByEmail, listCustomerEmails } from '#features/accounts/server/accounts.ts';
import {
  findAdministratorByUsername,
  listAdministrators,
} from '#features/accounts/server/admin/admin.queries.ts';

/** Lists the security log, and the part of it that is the audit log. */
export function securityEventRoutes({ handle, config, database }: RouteDependencies): void {
  async function listPage(filter: EventFilter, { cursor, url }: { cursor: string | undefined; url: string }) {
    // Reads one extra row to find out if there is a next page: counting a million rows would take longer than listing.
    const found = await listEvents(database.db, filter, {
      limit: SECURITY_EVENTS_PAGE_SIZE + 1,
      after: parseCursor(cursor),
    });
    const rows = found.slice(0, SECURITY_EVENTS_PAGE_SIZE);
    const last = found.length > rows.length ? rows.at(-1) : undefined;
    const names = await listAccountNames(database.db, rows);
    return {
      next: last === undefined ? null : getNextUrl(url, config.publicUrl, last),
      results: rows.map((row) => presentEvent(row, names)),
    };
  }

  handle(listSecurityEvents, async ({ query, url }) => {
    const accountId = query.account ? await findAccountId(database.db, query.account) : undefined;
    if (accountId === null) return { next: null, results: [] };
    const filter = {
      kind: query.kind,
      accountId,
      clientIp: parseIpFilter(query.ip_address),
      ...parseDates(query),
    };
    return listPage(filter, { cursor: query.cursor, url });
  });

  handle(listAuditLog, async ({ query, url }) => {
    const isByOperator = query.actor === OPERATOR_ACTOR;
    const isByAccount = query.actor !== undefined && query.actor !== '' && !isByOperator;
    const accountId = isByAccount ? await findAccountId(database.db, query.actor ?? '') : undefined;
    if (accountId === null) return { next: null, results: [] };
    const filter = { kind: query.action, accountId, isByOperator, isAudited: true, ...parseDates(query) };
    return listPage(filter, { cursor: query.cursor, url });
  });
}

const parseDates = ({ from_date: from, to_date: to }: { from_date?: string; to_date?: string }) => ({
  from: from === undefined ? undefined : getStartOfDate(from),
  before: to === undefined ? undefined : addMilliseconds(getStartOfDate(to), DAY),
});

/** Normalizes an IP address to its stored notation: `::FFFF:203.0.113.7` and `2001:DB8:0::1` have one each. */
function parseIpFilter(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const ipAddress = parseIpAddress(text);
  if (ipAddress) return ipAddress.toString();
  const body = { ip_address: ['Enter a valid IPv4 or IPv6 address.'] };
  throw new HttpError({ status: 400, code: 'invalid', body });
}

/** JavaScript formats later years with a sign and six digits, which PostgreSQL cannot parse. */
const MAX_TIME = new Date('9999-12-31T23:59:59.999Z');

/** Parses a cursor such as `1795236120000-57`: the time in milliseconds and the id. */
function parseCursor(text: string | undefined): EventPosition | null {
  if (text === undefined) return null;
  const [, time, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  const occurredAt = new Date(Number(time));
  if (Number.isNaN(occurredAt.getTime()) || occurredAt > MAX_TIME) throw invalidPage();
  return { occurredAt, id: Number(id) };
}

function getNextUrl(url: string, publicUrl: string, { occurredAt, id }: EventPosition): string {
  const next = new URL(url, publicUrl);
  next.searchParams.set('cursor', `${occurredAt.getTime()}-${id}`);
  return `${publicUrl}${next.pathname}${next.search}`;
}

function presentEvent(row: StoredEvent, names: ReadonlyMap<string, string>): SecurityEvent {
  const { accountKind, accountId, targetType, targetId } = row;
  return {
    id: row.id,
    occurred_at: row.occurredAt.toISOString(),
    kind: row.kind,
    outcome: row.outcome,
    count: row.count,
    account:
      accountKind === null
        ? null
        : { kind: accountKind, id: accountId, name: (accountId && names.get(accountId)) ?? null },
    ip_address: row.clientIp,
    device: row.device,
    session_id: row.sessionId,
    target: targetType === null || targetId === null ? null : { type: targetType, id: targetId },
    details: { ...row.details },
  };
}

/** Finds the id of the account with this id, email or username. An id is returned even if the account was deleted. */
export async function findAccountId(db: Queryable, text: string): Promise<string | null> {
  if (z.uuid().safeParse(text).success) return text.toLowerCase();
  const account = (await findAdministratorByUsername(db, text)) ?? (await findCustomerByEmail(db, text));
  return account?.id ?? null;
}

/** Returns the usernames and emails of the accounts in security events, by id. */
export async function listAccountNames(
  db: Queryable,
  events: readonly Pick<StoredEvent, 'accountKind' | 'accountId'>[],
): Promise<Map<string, string>> {
  const customerIds = events
    .filter(({ accountKind }) => accountKind === 'customer')
    .flatMap(({ accountId }) => accountId ?? []);
  const names = await listCustomerEmails(db, [...new Set(customerIds)]);
  for (const { id, username } of await listAdministrators(db)) names.set(id, username);
  return names;
}
