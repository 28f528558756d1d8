import { desc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { AlertsExport } from '#features/accounts/contract/account-data.ts';
import type { Access } from '#features/accounts/contract/passwords.ts';
import {
  alertDeliveries,
  alertEvents,
  alertInbox,
  alertPreferences,
  alertSettings,
  pushSubscriptions,
} from './alerts.tables.ts';
import { presentSettings, readSettings } from './settings/settings.queries.ts';
import { findTelegramLink, presentChat, unlinkCustomer } from './telegram/telegram-links.queries.ts';
import { deleteWebhook, findWebhook } from './webhooks/webhooks.queries.ts';

/** Deletes everything that alerts store of a customer. */
export async function deleteCustomerAlerts(tx: Transaction, userId: string): Promise<void> {
  // In the order in which senders lock them, who would otherwise wait for each other.
  const ofCustomer = tx
    .select({ id: alertDeliveries.id })
    .from(alertDeliveries)
    .where(eq(alertDeliveries.userId, userId))
    .orderBy(alertDeliveries.id)
    .for('update');
  await tx.delete(alertDeliveries).where(inArray(alertDeliveries.id, ofCustomer));
  for (const table of [alertInbox, alertPreferences, alertSettings, pushSubscriptions])
    await tx.delete(table).where(eq(table.userId, userId));
  await tx.delete(alertEvents).where(eq(alertEvents.userId, userId));
}

/** Ends alerts to where another user may have directed them. Devices with push messages end with their sessions. */
export async function endChannels(tx: Transaction, userId: string): Promise<void> {
  await unlinkCustomer(tx, userId);
  await deleteWebhook(tx, userId);
}

/** Returns the channels that `endChannels` ends. */
export async function listChannels(db: Queryable, userId: string): Promise<Access[]> {
  const link = await findTelegramLink(db, userId);
  return [
    ...((await findWebhook(db, userId)) ? [{ kind: 'webhook' as const, label: 'webhook' }] : []),
    ...(link?.chatId ? [{ kind: 'telegram' as const, label: 'Telegram chat' }] : []),
  ];
}

const MAX_EXPORTED = 10_000;

/** Exports the alerts of a customer and the settings as JSON. */
export async function exportCustomerAlerts(db: Queryable, userId: string): Promise<AlertsExport> {
  const settings = (await readSettings(db, [userId]))(userId);
  const devices = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  const link = await findTelegramLink(db, userId);
  const webhook = await findWebhook(db, userId);
  const inbox = await db
    .select({ event: alertEvents, readAt: alertInbox.readAt })
    .from(alertInbox)
    .innerJoin(alertEvents, eq(alertEvents.id, alertInbox.eventId))
    .where(eq(alertInbox.userId, userId))
    .orderBy(desc(alertInbox.eventId))
    .limit(MAX_EXPORTED);
  const deliveries = await db
    .select({ delivery: alertDeliveries, kind: alertEvents.kind })
    .from(alertDeliveries)
    .innerJoin(alertEvents, eq(alertEvents.id, alertDeliveries.eventId))
    .where(eq(alertDeliveries.userId, userId))
    .orderBy(desc(alertDeliveries.id))
    .limit(MAX_EXPORTED);
  return {
    ...presentSettings(settings),
    push_devices: devices.map((device) => ({
      user_agent: device.userAgent,
      created_at: device.createdAt.toISOString(),
      last_seen_at: device.lastSeenAt.toISOString(),
    })),
    telegram_chat: link?.chatId ? { id: link.chatId, ...presentChat(link) } : null,
    webhook: webhook && {
      url: webhook.url,
      created_at: webhook.createdAt.toISOString(),
      last_sent_at: webhook.lastAt?.toISOString() ?? null,
      last_result: webhook.lastResult,
    },
    inbox: inbox.map(({ event, readAt }) => ({
      kind: event.kind,
      signal_id: event.subject.signalId ?? null,
      occurred_at: event.occurredAt.toISOString(),
      read_at: readAt?.toISOString() ?? null,
    })),
    deliveries: deliveries.map(({ delivery, kind }) => ({
      kind,
      channel: delivery.channel,
      state: delivery.state,
      reason: delivery.reason,
      due_at: delivery.dueAt.toISOString(),
      accepted_at: delivery.acceptedAt?.toISOString() ?? null,
    })),
  };
}
