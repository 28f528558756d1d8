import { asc, eq, ne, sql } from 'drizzle-orm';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { Analyst, AnalystBody } from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { analysts } from '#features/signals/server/signals.tables.ts';

/** Returns the analysts in the order in which they were added. */
export async function listAnalysts(db: Queryable): Promise<Analyst[]> {
  const rows = await db.select().from(analysts).orderBy(asc(analysts.addedAt), asc(analysts.id));
  return rows.map(presentAnalyst);
}

/** Adds an analyst. Throws `analystExists`. */
export async function addAnalyst(tx: Transaction, body: AnalystBody, now: Date): Promise<Analyst> {
  await rejectDuplicate(tx, body, null);
  const [row] = await tx
    .insert(analysts)
    .values({ ...toColumns(body), addedAt: now })
    .returning();
  return presentAnalyst(row as AnalystRow);
}

/** Changes an analyst and returns the analyst before and after. Throws `notFound` and `analystExists`. */
export async function editAnalyst(
  tx: Transaction,
  id: string,
  body: AnalystBody,
): Promise<{ before: Analyst; after: Analyst }> {
  await rejectDuplicate(tx, body, id);
  const [before] = await tx.select().from(analysts).where(eq(analysts.id, id));
  const [after] = await tx.update(analysts).set(toColumns(body)).where(eq(analysts.id, id)).returning();
  if (!before || !after) throw notFound();
  return { before: presentAnalyst(before), after: presentAnalyst(after) };
}

/** Removes an analyst and returns the analyst. Throws `notFound`. */
export async function removeAnalyst(tx: Transaction, id: string): Promise<Analyst> {
  const [row] = await tx.delete(analysts).where(eq(analysts.id, id)).returning();
  if (!row) throw notFound();
  return presentAnalyst(row);
}

/** Fills an empty list with the analyst of the settings, which releases before 1.3 showed on signals that named none. */
export async function addFirstAnalyst(
  tx: Transaction,
  { name, registration }: Config['analyst'],
  now: Date,
): Promise<void> {
  if (name === null || (await listAnalysts(tx)).length > 0) return;
  const body = { name, registration, valid_from: null, valid_until: null, is_active: true };
  await addAnalyst(tx, body, now);
}

type AnalystRow = typeof analysts.$inferSelect;

const presentAnalyst = ({
  id,
  name,
  registration,
  validFrom,
  validUntil,
  isActive,
}: AnalystRow): Analyst => ({
  id,
  name,
  registration,
  valid_from: validFrom,
  valid_until: validUntil,
  is_active: isActive,
});

const toColumns = ({ name, registration, valid_from, valid_until, is_active }: AnalystBody) => ({
  name,
  registration,
  validFrom: valid_from,
  validUntil: valid_until,
  isActive: is_active,
});

/** Signals find their analyst by both. Locks the list against simultaneous changes. */
async function rejectDuplicate(tx: Transaction, body: AnalystBody, id: string | null): Promise<void> {
  await tx.execute(sql`lock table ${analysts} in share row exclusive mode`);
  const others = await tx
    .select({ name: analysts.name, registration: analysts.registration })
    .from(analysts)
    .where(id === null ? undefined : ne(analysts.id, id));
  const isSame = (other: (typeof others)[number]) =>
    other.name === body.name && other.registration === body.registration;
  if (others.some(isSame)) throw analystExists();
}

const analystExists = () =>
  new HttpError({
    status: 400,
    code: 'analyst_exists',
    body: { registration: ['This analyst is already in the list with this registration number.'] },
  });
