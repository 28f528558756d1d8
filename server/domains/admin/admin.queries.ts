import { count, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { administrators } from './admin.tables.ts';

export type Administrator = typeof administrators.$inferSelect;

export async function findAdministratorByUsername(
  db: Queryable,
  username: string,
): Promise<Administrator | null> {
  const [row] = await db
    .select()
    .from(administrators)
    .where(eq(sql`lower(${administrators.username})`, username.toLowerCase()));
  return row ?? null;
}

export async function getAdministratorName(db: Queryable, id: string): Promise<string> {
  const [row] = await db
    .select({ username: administrators.username })
    .from(administrators)
    .where(eq(administrators.id, id));
  return row?.username ?? 'a former administrator';
}

export async function countAdministrators(db: Queryable): Promise<number> {
  const [row] = await db.select({ value: count() }).from(administrators);
  return row?.value ?? 0;
}

export async function insertAdministrator(
  tx: Transaction,
  administrator: typeof administrators.$inferInsert,
): Promise<Administrator> {
  const [row] = await tx.insert(administrators).values(administrator).returning();
  return row as Administrator;
}

export function listAdministrators(db: Queryable): Promise<Administrator[]> {
  return db.select().from(administrators).orderBy(administrators.username);
}

/**
 * Deletes an administrator; a database trigger ends their sessions. Returns `false` if there is none with
 * this name.
 */
export async function removeAdministrator(tx: Transaction, username: string): Promise<boolean> {
  const removed = await tx
    .delete(administrators)
    .where(eq(sql`lower(${administrators.username})`, username.toLowerCase()))
    .returning({ id: administrators.id });
  return removed.length > 0;
}
