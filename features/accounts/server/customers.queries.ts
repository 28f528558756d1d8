import { and, asc, count, desc, eq, gt, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { accountNotFound } from './accounts.errors.ts';
import { users } from './accounts.tables.ts';

/** The part of a customer that administrators see. */
export type Customer = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'lastName' | 'phone' | 'createdAt'
>;

const CUSTOMER_COLUMNS = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  createdAt: users.createdAt,
};

/** Finds a customer by id, a UUID. */
export async function findCustomer(db: Queryable, id: string): Promise<Customer | null> {
  const [row] = await db.select(CUSTOMER_COLUMNS).from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Finds a customer by the complete email, ignoring case. */
export async function findCustomerByEmail(db: Queryable, email: string): Promise<Customer | null> {
  const [row] = await db
    .select(CUSTOMER_COLUMNS)
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  return row ?? null;
}

/** Returns those of the normalized emails that belong to customers. */
export async function listExistingEmails(db: Queryable, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ email: users.email }).from(users).where(isOneOf(users.email, emails));
  return new Set(rows.map(({ email }) => email));
}

/** Returns a customer's email. Throws `accountNotFound`. */
export async function getCustomerEmail(db: Queryable, id: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  if (!row) throw accountNotFound();
  return row.email;
}

/** Returns the emails of the customers that still exist, by id. */
export async function listCustomerEmails(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(isOneOf(users.id, ids));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Returns those of the customers who have a verified email address. */
export async function filterVerifiedCustomers(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOf(users.id, ids), isNotNull(users.emailVerifiedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of the customers that exist, and delays their deletion until the transaction ends. */
export async function lockExistingCustomers(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(isOneOf(users.id, ids))
    .orderBy(asc(users.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}

/** Returns the IDs of customers in their order after one, to go through all of them. */
export async function listCustomerIds(
  db: Queryable,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(after === null ? undefined : gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

interface CustomerFilter {
  /** A pattern for `ilike`; `null` matches every customer. */
  pattern: string | null;
  /** Customers that match by data of another feature. */
  otherIds: readonly string[];
}

/** Returns a page of the customers whose name or email matches the pattern, newest first, and the total. */
export async function listCustomers(
  db: Queryable,
  filter: CustomerFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: Customer[] }> {
  const newestFirst = [desc(users.createdAt), desc(users.id)];
  const matches = matchCustomers(filter);
  // IDs first: without a pattern they are read from an index alone, however deep the page is.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(matches)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select(CUSTOMER_COLUMNS)
    .from(users)
    .where(inArray(users.id, page))
    .orderBy(...newestFirst);
  const total = await db.select({ value: count() }).from(users).where(matches);
  return { total: total[0]?.value ?? 0, rows };
}

/**
 * Each part has an index, so that PostgreSQL combines them for rare text. For frequent text it reads the newest customers until
 * the page is complete, and all of them once for the total. A subquery for the IDs would rule out the indexes.
 */
function matchCustomers({ pattern, otherIds }: CustomerFilter): SQL | undefined {
  if (pattern === null) return undefined;
  const { id, firstName, lastName, email } = users;
  return or(
    sql`(${firstName} || ' ' || ${lastName}) ilike ${pattern}`,
    // Emails are stored in lower case. `ilike` would convert each of them again.
    like(email, pattern.toLowerCase()),
    isOneOf(id, otherIds),
  );
}
