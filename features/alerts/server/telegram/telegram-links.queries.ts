import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { telegramLinks } from '#features/alerts/server/alerts.tables.ts';
import type { ListTargets } from '#features/alerts/server/delivery/channel.ts';

export type TelegramLinkRow = typeof telegramLinks.$inferSelect;

/** A link to the chat is opened at once. */
const CODE_MS = 10 * MINUTE;
const CODE_BYTES = 24;

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex');

export async function findTelegramLink(db: Queryable, userId: string): Promise<TelegramLinkRow | null> {
  const [row] = await db.select().from(telegramLinks).where(eq(telegramLinks.userId, userId));
  return row ?? null;
}

/** Presents the chat that has answered a link. */
export const presentChat = ({ chatName, chatUsername, linkedAt }: TelegramLinkRow) => ({
  name: chatName ?? '',
  username: chatUsername,
  linked_at: linkedAt?.toISOString() ?? null,
});

/** Makes a one-time code that links a chat to a customer. Returns `null` if a chat is linked already. */
export async function createCode(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<{ code: string; expiresAt: Date } | null> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const expiresAt = addMilliseconds(now, CODE_MS);
  const pending = {
    codeHash: hashCode(code),
    codeExpiresAt: expiresAt,
    chatId: null,
    chatName: null,
    chatUsername: null,
    linkedAt: null,
  };
  const rows = await tx
    .insert(telegramLinks)
    .values({ userId, ...pending })
    .onConflictDoUpdate({
      target: telegramLinks.userId,
      set: pending,
      setWhere: isNull(telegramLinks.linkedAt),
    })
    .returning({ userId: telegramLinks.userId });
  return rows.length === 0 ? null : { code, expiresAt };
}

/**
 * Notes the chat from which a code arrives; the customer then confirms it. A code works once, but the same chat may send it again, because updates of the
 * bot can repeat.
 */
export async function useCode(
  tx: Transaction,
  {
    code,
    chatId,
    now,
    ...names
  }: { code: string; chatId: number; chatName: string; chatUsername: string | null; now: Date },
): Promise<'pending' | 'invalid' | 'linked_to_other'> {
  const [link] = await tx
    .select()
    .from(telegramLinks)
    .where(and(eq(telegramLinks.codeHash, hashCode(code)), gt(telegramLinks.codeExpiresAt, now)))
    .for('update');
  if (!link || link.linkedAt !== null) return 'invalid';
  if (link.chatId !== null) return link.chatId === chatId ? 'pending' : 'invalid';
  const [other] = await tx.select().from(telegramLinks).where(eq(telegramLinks.chatId, chatId)).for('update');
  if (other?.linkedAt) return 'linked_to_other';
  // The chat answered the link of another account, which was never confirmed.
  if (other) await tx.delete(telegramLinks).where(eq(telegramLinks.userId, other.userId));
  await tx
    .update(telegramLinks)
    .set({ chatId, ...names })
    .where(eq(telegramLinks.userId, link.userId));
  return 'pending';
}

/** Starts alerts to the chat that answered the link. Returns the link, or `null` without a chat. */
export async function confirmChat(db: Queryable, userId: string, now: Date): Promise<TelegramLinkRow | null> {
  const [row] = await db
    .update(telegramLinks)
    .set({ linkedAt: now, codeHash: null, codeExpiresAt: null })
    .where(
      and(
        eq(telegramLinks.userId, userId),
        isNotNull(telegramLinks.chatId),
        isNull(telegramLinks.linkedAt),
        gt(telegramLinks.codeExpiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Ends alerts to the chat of a customer, and returns the link; `null` if there was none. */
export async function unlinkCustomer(db: Queryable, userId: string): Promise<TelegramLinkRow | null> {
  const [row] = await db.delete(telegramLinks).where(eq(telegramLinks.userId, userId)).returning();
  return row ?? null;
}

/** Ends alerts to a chat. Returns `false` if it was not linked. */
export async function unlinkChat(db: Queryable, chatId: number): Promise<boolean> {
  const [row] = await db.delete(telegramLinks).where(eq(telegramLinks.chatId, chatId)).returning();
  return Boolean(row?.linkedAt);
}

/** Returns the link that a chat has answered, whether it was confirmed or not. */
export async function findLinkOfChat(db: Queryable, chatId: number): Promise<TelegramLinkRow | null> {
  const [row] = await db.select().from(telegramLinks).where(eq(telegramLinks.chatId, chatId));
  return row ?? null;
}

/** Each customer has one target: the chat that is linked when the message is sent. */
export const listTelegramTargets: ListTargets = async (db, userIds) =>
  [...(await readChats(db, userIds)).keys()].map((userId) => [userId, userId]);

/** Returns the chats of customers. */
export async function readChats(db: Queryable, userIds: readonly string[]): Promise<Map<string, number>> {
  const { userId, chatId, linkedAt } = telegramLinks;
  const rows = await db
    .select({ userId, chatId })
    .from(telegramLinks)
    .where(and(isOneOf(userId, userIds), isNotNull(linkedAt)));
  return new Map(rows.flatMap((row) => (row.chatId === null ? [] : [[row.userId, row.chatId]])));
}
