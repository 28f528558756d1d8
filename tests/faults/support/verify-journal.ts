import type pg from 'pg';
import { expect } from 'vitest';
import type { ReceivedEmail } from '#tests/support/accounts/smtp-server.ts';
import { makeSubscriptionId } from '#tests/support/billing/paddle.ts';
import type { Journal, Progress } from './journal.ts';
import {
  getPaymentEventId,
  getSubscriptionEventId,
  getTransactionId,
  getUnitAmount,
} from './product-load.ts';

export type Query = <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;

interface StoredCustomer extends Record<string, unknown> {
  email: string;
  firstName: string;
  lastName: string;
  /** The rows that a registration adds in the same transaction. */
  sessions: number;
  created: number;
}

interface StoredSignal extends Record<string, unknown> {
  name: string;
  title: string;
  leverage: number;
  version: number;
  /** The rows that each change adds in the same transaction. */
  versions: number;
  events: number;
  audited: number;
  recordedTitle: string;
}

interface StoredSubscription extends Record<string, unknown> {
  id: string;
  email: string | null;
  amount: string;
}

const CUSTOMERS = `
  select email, first_name as "firstName", last_name as "lastName",
    (select count(*)::int from public.sessions where account_id = users.id) as sessions,
    (select count(*)::int from public.security_events
      where account_id = users.id and kind = 'account_created') as created
  from public.users where email like 'fault-%'`;

const SIGNALS = `
  select analyst_name as name, title, leverage, version,
    (select count(*)::int from public.signal_versions where signal_id = signals.id) as versions,
    (select count(*)::int from public.signal_events where signal_id = signals.id) as events,
    (select count(*)::int from public.security_events where target_id = signals.id::text) as audited,
    (select v.signal->>'title' from public.signal_versions v
      where v.signal_id = signals.id and v.version = signals.version) as "recordedTitle"
  from public.signals where analyst_name like 'Fault analyst %'`;

const SUBSCRIPTIONS = `
  select s.paddle_id as id, u.email, s.unit_amount as amount
  from public.subscriptions s left join public.users u on u.id = s.user_id`;

/**
 * Fails unless every acknowledged write is stored once and completely, and nothing is stored that no client has sent.
 * Webhook events may still wait to be applied.
 */
export async function verifyJournal(journal: Journal, query: Query): Promise<void> {
  const problems = [
    ...checkCustomers(journal, await query<StoredCustomer>(CUSTOMERS)),
    ...checkSignals(journal, await query<StoredSignal>(SIGNALS)),
    ...checkEvents(journal, await listIds(query, 'select event_id as id from public.paddle_events')),
    ...(await query<{ type: string }>(GAPS)).map(({ type }) => `the events of ${type} signals have a gap`),
  ];
  expect(problems).toEqual([]);
}

/** Positions of events begin at 1 and have no gaps, so that a stream misses none. */
const GAPS = `
  select signal_type as type from public.signal_events
  group by signal_type having max(position) - min(position) + 1 <> count(*)`;

/** A job that was running on a killed server runs again when its lease has expired, see decision 42. */
export const SETTLED_TIMEOUT_MS = 300_000;

/**
 * Waits until every webhook event is applied and every email is sent. Fails unless each acknowledged write had its effects
 * once. Returns the number of emails that were sent twice: at most one for each killed server, which was killed between
 * sending it and recording that.
 */
export async function verifyEffects(
  journal: Journal,
  query: Query,
  {
    emails,
    kills,
    timeoutMs = SETTLED_TIMEOUT_MS,
  }: { emails: readonly ReceivedEmail[]; kills: number; timeoutMs?: number },
): Promise<number> {
  await expect
    .poll(() => countWaiting(query), { timeout: timeoutMs, interval: 500 })
    .toEqual([{ jobs: 0, events: 0 }]);
  await verifyJournal(journal, query);
  const receipts = countBy(emails.flatMap(({ text }) => /Transaction: (txn_\d+)/.exec(text)?.[1] ?? []));
  const verifications = countVerifications(emails);
  const registered = [...journal.customers].filter(([, { acknowledged }]) => acknowledged >= 0);
  const stored = await query<StoredSubscription>(SUBSCRIPTIONS);
  const payments = new Set(await listIds(query, 'select paddle_id as id from public.payments'));
  const problems = [
    ...registered.filter(([email]) => !verifications.has(email)).map(([email]) => `no email to ${email}`),
    ...checkSubscriptions(journal, stored),
    ...checkPayments(journal, { payments, receipts }),
  ];
  expect(problems).toEqual([]);
  const repeated = countRepeated(receipts) + countRepeated(verifications);
  expect(repeated).toBeLessThanOrEqual(kills);
  return repeated;
}

/** Returns the number of emails with a verification link, by recipient. */
export const countVerifications = (emails: readonly ReceivedEmail[]): Map<string, number> =>
  countBy(emails.flatMap(({ headers: { subject }, to }) => (subject?.startsWith('Verify') ? to : [])));

const countWaiting = (query: Query) =>
  query<{ jobs: number; events: number }>(`
    select
      (select count(*)::int from pgboss.job
        where name in ('email', 'webhook-event') and state in ('created', 'retry', 'active')) as jobs,
      (select count(*)::int from public.paddle_events where state <> 'applied') as events`);

function checkSubscriptions({ subscriptions }: Journal, stored: readonly StoredSubscription[]): string[] {
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const problems = stored.length === storedById.size ? [] : ['a subscription is stored twice'];
  for (const [number, { email, sent, acknowledged }] of subscriptions) {
    const row = storedById.get(makeSubscriptionId(number));
    const revision = row ? Number(row.amount) - Number(getUnitAmount(0)) : -1;
    if (revision < acknowledged || revision > sent) {
      problems.push(`subscription ${number} is ${revision}, acknowledged ${acknowledged}, sent ${sent}`);
    }
    if (row && row.email !== email) problems.push(`subscription ${number} belongs to ${row.email}`);
  }
  return problems;
}

function checkPayments(
  { subscriptions }: Journal,
  { payments, receipts }: { payments: ReadonlySet<string>; receipts: ReadonlyMap<string, number> },
): string[] {
  const expected = [...subscriptions].flatMap(([number, { acknowledged }]) =>
    Array.from({ length: acknowledged + 1 }, (_, revision) => getTransactionId(number, revision)),
  );
  return [
    ...expected.filter((id) => !payments.has(id)).map((id) => `the payment ${id} is not stored`),
    ...expected.filter((id) => !receipts.has(id)).map((id) => `the receipt of ${id} was not sent`),
  ];
}

function checkCustomers({ customers }: Journal, rows: readonly StoredCustomer[]): string[] {
  const stored = new Map(rows.map((row) => [row.email, getRevision(row.firstName)]));
  const incomplete = rows.filter(
    ({ firstName, lastName, sessions, created }) =>
      getRevision(firstName) !== getRevision(lastName) || sessions !== 1 || created !== 1,
  );
  return [
    ...checkProgress(customers, stored, rows.length),
    ...incomplete.map((row) => `incomplete: ${JSON.stringify(row)}`),
  ];
}

function checkSignals({ signals }: Journal, rows: readonly StoredSignal[]): string[] {
  const stored = new Map(rows.map((row) => [row.name, getRevision(row.title)]));
  const incomplete = rows.filter(
    ({ title, leverage, version, versions, events, audited, recordedTitle }) =>
      [leverage, version, versions, events, audited].some((count) => count !== getRevision(title) + 1) ||
      recordedTitle !== title,
  );
  return [
    ...checkProgress(signals, stored, rows.length),
    ...incomplete.map((row) => `incomplete: ${JSON.stringify(row)}`),
  ];
}

function checkEvents({ subscriptions }: Journal, ids: readonly string[]): string[] {
  const stored = new Set(ids);
  const expected = [...subscriptions].flatMap(([number, { acknowledged }]) =>
    Array.from({ length: acknowledged + 1 }, (_, revision) => [
      getSubscriptionEventId(number, revision),
      getPaymentEventId(number, revision),
    ]).flat(),
  );
  return expected.filter((id) => !stored.has(id)).map((id) => `the event ${id} is not stored`);
}

/** Compares what is stored, by key, with what was acknowledged and sent. */
function checkProgress(
  expected: ReadonlyMap<string, Progress>,
  stored: ReadonlyMap<string, number>,
  rowCount: number,
): string[] {
  const problems = rowCount === stored.size ? [] : [`${rowCount - stored.size} rows are stored twice`];
  for (const [key, { sent, acknowledged }] of expected) {
    const revision = stored.get(key) ?? -1;
    if (revision >= acknowledged && revision <= sent) continue;
    problems.push(`${key} has revision ${revision}, acknowledged ${acknowledged}, sent ${sent}`);
  }
  return problems;
}

const getRevision = (text: string) => Number(text.split(' ').at(-1));

const listIds = async (query: Query, statement: string) =>
  (await query<{ id: string }>(statement)).map(({ id }) => id);

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

export const countRepeated = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].filter((count) => count > 1).length;
