import { and, count, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { administrators, recoveryCodes } from './admin.tables.ts';
import { hashRecoveryCode } from './second-factor/recovery-codes.ts';

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
 * Deletes an administrator; a database trigger ends their sessions. Returns the ID; `null` if there is none with
 * this name.
 */
export async function removeAdministrator(tx: Transaction, username: string): Promise<string | null> {
  const [removed] = await tx
    .delete(administrators)
    .where(eq(sql`lower(${administrators.username})`, username.toLowerCase()))
    .returning({ id: administrators.id });
  return removed?.id ?? null;
}

export async function findAdministratorById(db: Queryable, id: string): Promise<Administrator | null> {
  const [row] = await db.select().from(administrators).where(eq(administrators.id, id));
  return row ?? null;
}

/** Finds an administrator and locks the row until the transaction ends. */
export async function lockAdministrator(tx: Transaction, id: string): Promise<Administrator | null> {
  const [row] = await tx.select().from(administrators).where(eq(administrators.id, id)).for('update');
  return row ?? null;
}

/** Stores an unconfirmed secret. Returns `false` if a second factor is already enabled. */
export async function storeUnconfirmedSecret(tx: Transaction, id: string, sealed: string): Promise<boolean> {
  const updated = await tx
    .update(administrators)
    .set({ totpSecret: sealed, totpLastStep: null })
    .where(and(eq(administrators.id, id), isNull(administrators.totpConfirmedAt)))
    .returning({ id: administrators.id });
  return updated.length > 0;
}

/** Enables the second factor and marks the time step of the confirming code as used. */
export async function confirmSecret(tx: Transaction, id: string, step: number, now: Date): Promise<void> {
  await tx
    .update(administrators)
    .set({ totpConfirmedAt: now, totpLastStep: step })
    .where(eq(administrators.id, id));
}

/** Marks a time step as used. It is one statement, so of two calls with the same code one returns `false`. */
export async function consumeTimeStep(tx: Transaction, id: string, step: number): Promise<boolean> {
  const consumed = await tx
    .update(administrators)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(administrators.id, id),
        isNotNull(administrators.totpConfirmedAt),
        or(isNull(administrators.totpLastStep), lt(administrators.totpLastStep, step)),
      ),
    )
    .returning({ id: administrators.id });
  return consumed.length > 0;
}

/** Deletes a recovery code. Returns `false` if it is not one of the administrator's codes. */
export async function consumeRecoveryCode(tx: Transaction, id: string, code: string): Promise<boolean> {
  const consumed = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.hash, hashRecoveryCode(code)), eq(recoveryCodes.administratorId, id)))
    .returning({ hash: recoveryCodes.hash });
  return consumed.length > 0;
}

export async function countRecoveryCodes(db: Queryable, id: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.administratorId, id));
  return row?.value ?? 0;
}

export async function replaceRecoveryCodes(tx: Transaction, id: string, codes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.administratorId, id));
  const rows = codes.map((code) => ({ hash: hashRecoveryCode(code), administratorId: id }));
  if (rows.length > 0) await tx.insert(recoveryCodes).values(rows);
}

/** Deletes the secret and the recovery codes. */
export async function deleteSecondFactor(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(administrators)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(administrators.id, id));
  await replaceRecoveryCodes(tx, id, []);
}
