import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { SettingsChange } from '#features/alerts/contract/endpoints.ts';
import { listModes } from '#features/alerts/contract/kinds.ts';
import { alertPreferences, alertSettings } from '#features/alerts/server/alerts.tables.ts';
import { type CustomerSettings, DEFAULT_SETTINGS } from '#features/alerts/server/rules/preferences.ts';

/** Reads the settings of customers. Those who have changed nothing have the defaults. */
export async function readSettings(
  db: Queryable,
  userIds: readonly string[],
): Promise<(userId: string) => CustomerSettings> {
  const [rows, preferences] = await Promise.all([
    db.select().from(alertSettings).where(isOneOf(alertSettings.userId, userIds)),
    db.select().from(alertPreferences).where(isOneOf(alertPreferences.userId, userIds)),
  ]);
  const byOwner = Map.groupBy(preferences, ({ userId }) => userId);
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return (userId) => {
    const row = byUser.get(userId);
    const own = byOwner.get(userId);
    if (!row && !own) return DEFAULT_SETTINGS;
    return {
      email: row?.email ?? 'off',
      quietHours:
        row?.quietFrom && row.quietUntil && row.timeZone
          ? { from: row.quietFrom, until: row.quietUntil, time_zone: row.timeZone }
          : null,
      pausedUntil: row?.pausedUntil ?? null,
      pushPausedAt: row?.pushPausedAt ?? null,
      preferences: own?.map(({ kind, channel, mode }) => ({ kind, channel, mode })) ?? [],
    };
  };
}

/** Presents the settings of a customer, as the API and the account export have them. */
export const presentSettings = ({ email, quietHours, pausedUntil, preferences }: CustomerSettings) => ({
  email,
  quiet_hours: quietHours,
  paused_until: pausedUntil?.toISOString() ?? null,
  preferences: [...preferences],
});

/** Changes some settings of a customer. A mode that the kind does not have on the channel changes nothing. */
export async function changeSettings(
  tx: Transaction,
  userId: string,
  change: SettingsChange,
  now: Date,
): Promise<void> {
  const { email, quiet_hours: quiet, paused_until: pausedUntil, preferences = [] } = change;
  const columns = {
    ...(email === undefined ? {} : { email }),
    ...(quiet === undefined
      ? {}
      : {
          quietFrom: quiet?.from ?? null,
          quietUntil: quiet?.until ?? null,
          timeZone: quiet?.time_zone ?? null,
        }),
    ...(pausedUntil === undefined
      ? {}
      : { pausedUntil: pausedUntil === null ? null : new Date(pausedUntil) }),
  };
  await ensureSettings(tx, userId);
  if (change.push_paused_at === null) await recordAttention(tx, userId, now);
  if (Object.keys(columns).length > 0)
    await tx.update(alertSettings).set(columns).where(eq(alertSettings.userId, userId));
  const chosen = new Map(
    preferences
      .filter(({ kind, channel, mode }) => listModes(kind, channel).includes(mode))
      .map((preference) => [`${preference.kind} ${preference.channel}`, { userId, ...preference }]),
  );
  if (chosen.size > 0)
    await tx
      .insert(alertPreferences)
      .values([...chosen.values()])
      .onConflictDoUpdate({
        target: [alertPreferences.userId, alertPreferences.kind, alertPreferences.channel],
        set: { mode: sql`excluded.mode` },
      });
}

/** Returns the token of a customer's unsubscribe links, which is made with the first email. */
export async function getUnsubscribeToken(tx: Transaction, userId: string): Promise<string> {
  const read = () =>
    tx
      .select({ token: alertSettings.unsubscribeToken })
      .from(alertSettings)
      .where(eq(alertSettings.userId, userId));
  const [existing] = await read();
  if (existing) return existing.token;
  await ensureSettings(tx, userId);
  const [row] = await read();
  if (!row) throw new Error('the settings were deleted while an email was written');
  return row.token;
}

/** Records that a customer looks at alerts, which resumes push messages. */
export async function recordAttention(db: Queryable, userId: string, now: Date): Promise<void> {
  await ensureSettings(db, userId);
  await db
    .update(alertSettings)
    .set({ attentiveAt: now, pushPausedAt: null })
    .where(eq(alertSettings.userId, userId));
}

export const ensureSettings = (tx: Queryable, userId: string) =>
  tx
    .insert(alertSettings)
    .values({ userId, unsubscribeToken: randomBytes(24).toString('base64url') })
    .onConflictDoNothing();

/** Turns off all emails but critical ones. Returns false if no customer has the token. */
export async function unsubscribe(db: Queryable, token: string): Promise<boolean> {
  const rows = await db
    .update(alertSettings)
    .set({ email: 'off' })
    .where(eq(alertSettings.unsubscribeToken, token))
    .returning({ userId: alertSettings.userId });
  return rows.length > 0;
}
