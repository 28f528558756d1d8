import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';
import { ALERT_CHANNELS, type AlertChannel } from './channels.ts';
import {
  ALERT_GROUP_NAMES,
  ALERT_KINDS,
  ALERT_MODES,
  type AlertKind,
  type DeliveryReason,
  type DeliveryState,
  EMAIL_FREQUENCIES,
} from './kinds.ts';

const KnownKind = z.enum(ALERT_KINDS);
/**
 * A code in a response. Any text is valid: a server of the next release, which runs next to this one during an upgrade, can have stored
 * another code, which must not fail the response.
 */
const storedCode = <Code extends string>() => z.string() as unknown as z.ZodMiniType<Code, Code>;
const AlertId = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const queryNumber = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number));

/** An alert in the inbox. Its text is written when it is read: levels of a signal only if the customer may see them now. */
const InboxAlert = z.object({
  id: AlertId,
  kind: storedCode<AlertKind>(),
  title: z.string(),
  lines: z.array(z.string()),
  /** The page that it is about. */
  path: z.string(),
  /** Why the customer receives it. */
  reason: z.string(),
  occurred_at: timestamp,
  is_read: z.boolean(),
});
export type InboxAlert = z.infer<typeof InboxAlert>;

export const INBOX_PAGE_SIZE = 30;

export const listAlerts = defineEndpoint({
  method: 'GET',
  path: '/customers/alerts/',
  summary: "List the signed-in customer's alerts, newest first",
  access: 'customer',
  query: z.object({
    group: z.optional(z.enum(ALERT_GROUP_NAMES)),
    /** Continues the list after this alert. */
    before: z.optional(queryNumber),
  }),
  response: z.object({ unread: z.int(), has_more: z.boolean(), results: z.array(InboxAlert) }),
});

export const countUnreadAlerts = defineEndpoint({
  method: 'GET',
  path: '/customers/alerts/unread/',
  summary: "Count the signed-in customer's unread alerts",
  access: 'customer',
  response: z.object({ unread: z.int() }),
});

export const markAlertsRead = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/read/',
  summary: 'Mark alerts as read: some, or with an empty list all',
  access: 'customer',
  isAutomatic: true,
  body: z.object({
    ids: z.array(AlertId).check(z.maxLength(INBOX_PAGE_SIZE)),
    /** Newer alerts, which the page did not show yet, stay unread. */
    until: z.optional(AlertId),
  }),
  response: z.object({ unread: z.int() }),
});

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.'));
const QuietHours = z.object({ from: time, until: time, time_zone: z.string().check(z.maxLength(64)) });
export type QuietHours = z.infer<typeof QuietHours>;

const Preference = z.object({
  kind: KnownKind,
  channel: z.enum(ALERT_CHANNELS),
  mode: z.enum(ALERT_MODES),
});
export type AlertPreference = z.infer<typeof Preference>;

const PushDevice = z.object({
  id: z.uuid(),
  /** For example `Chrome on Windows`. */
  device: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
});
export type PushDevice = z.infer<typeof PushDevice>;

const TelegramSettings = z.object({
  /** The name of the bot, without `@`. */
  bot: z.string(),
  /** `null` until a chat answers the link. */
  chat: z.nullable(
    z.object({
      /** As the person wrote it, so it can look like that of someone else. */
      name: z.string(),
      /** Without `@`, unique in Telegram; `null` for a person who has none. */
      username: z.nullable(z.string()),
      /** `null` until the customer confirms the chat: before that nothing is sent to it. */
      linked_at: z.nullable(timestamp),
    }),
  ),
  /** An alert as it is sent, of an invented signal. */
  example: z.array(z.string()),
});
export type TelegramSettings = z.infer<typeof TelegramSettings>;

const AlertSettings = z.object({
  email: z.enum(EMAIL_FREQUENCIES),
  quiet_hours: z.nullable(QuietHours),
  /** Until then only critical alerts are sent; the inbox receives all. */
  paused_until: z.nullable(timestamp),
  /** The modes that differ from the defaults. */
  preferences: z.array(Preference),
  /** Since then push messages that are not urgent are paused, because the customer did not look at them; `null`: they are not. */
  push_paused_at: z.nullable(timestamp),
  devices: z.array(PushDevice),
  /** The key for subscriptions of this site; `null` if it sends no push messages. */
  push_key: z.nullable(z.string()),
  /** `null` if this site has no bot. */
  telegram: z.nullable(TelegramSettings),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const readAlertSettings = defineEndpoint({
  method: 'GET',
  path: '/customers/alerts/settings/',
  summary: "Read the signed-in customer's alert settings",
  access: 'customer',
  response: AlertSettings,
});

const SettingsChange = z.object({
  email: z.optional(z.enum(EMAIL_FREQUENCIES)),
  quiet_hours: z.optional(z.nullable(QuietHours)),
  paused_until: z.optional(z.nullable(timestamp)),
  /** Resumes push messages. */
  push_paused_at: z.optional(z.null()),
  preferences: z.optional(z.array(Preference).check(z.maxLength(100))),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

export const changeAlertSettings = defineEndpoint({
  method: 'PATCH',
  path: '/customers/alerts/settings/',
  summary: "Change some of the signed-in customer's alert settings",
  access: 'customer',
  body: SettingsChange,
  response: AlertSettings,
});

const Delivery = z.object({
  id: AlertId,
  kind: storedCode<AlertKind>(),
  /** What the alert is about; empty if it is about the account, or about a signal that the customer may not read now. */
  symbols: z.array(z.string()),
  channel: storedCode<AlertChannel>(),
  state: storedCode<DeliveryState>(),
  reason: z.nullable(storedCode<DeliveryReason>()),
  attempts: z.int(),
  occurred_at: timestamp,
  due_at: timestamp,
  accepted_at: z.nullable(timestamp),
  /** When the device reported that it showed the notification. Some never report. */
  shown_at: z.nullable(timestamp),
});
export type AlertDelivery = z.infer<typeof Delivery>;

export const listAlertDeliveries = defineEndpoint({
  method: 'GET',
  path: '/customers/alerts/deliveries/',
  summary: "List the signed-in customer's last deliveries, with the reasons for what was not sent",
  access: 'customer',
  response: z.object({ results: z.array(Delivery) }),
});

/** Of a `PushSubscription` in the browser. */
const SubscriptionKeys = {
  endpoint: z.string().check(z.maxLength(1000), z.regex(/^https?:\/\//)),
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
};

export const savePushSubscription = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/push-subscriptions/',
  summary: 'Store the push subscription of the browser, which then belongs to the signed-in customer alone',
  access: 'customer',
  body: z.object(SubscriptionKeys),
  response: z.object({ id: z.uuid() }),
});

export const deletePushSubscription = defineEndpoint({
  method: 'DELETE',
  path: '/customers/alerts/push-subscriptions/:id/',
  summary: "Stop push messages to one of the signed-in customer's devices",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});

export const sendTestPush = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/push-subscriptions/:id/test/',
  summary: "Send a test message to one of the signed-in customer's devices",
  access: 'customer',
  params: z.object({ id: z.uuid() }),
  response: z.object({ message: z.string() }),
});

/** Called by the service worker, which cannot read the session. The token comes from the message. */
export const reportShown = defineEndpoint({
  method: 'POST',
  path: '/push/shown/',
  summary: 'Report that a device showed a notification, or that its user opened it',
  access: 'open',
  body: z.object({ token: z.string().check(z.maxLength(100)), is_opened: z.optional(z.literal(true)) }),
  status: 204,
  response: z.undefined(),
});

/** Called by the service worker after the browser replaced its subscription. Only the device knows the previous endpoint. */
export const renewPushSubscription = defineEndpoint({
  method: 'POST',
  path: '/push/renewed/',
  summary: 'Replace the endpoint of a push subscription that the browser renewed',
  access: 'open',
  body: z.object({
    ...SubscriptionKeys,
    previous_endpoint: SubscriptionKeys.endpoint,
    /** Proves that it comes from the device: an endpoint alone may have become known to others. */
    previous_auth: SubscriptionKeys.auth,
  }),
  status: 204,
  response: z.undefined(),
});

export const createTelegramLink = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/telegram/',
  summary: 'Create a one-time link that opens the chat with the bot, for the signed-in customer',
  access: 'customer',
  response: z.object({ url: z.url(), expires_at: timestamp }),
});

export const confirmTelegramChat = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/telegram/confirm/',
  summary: 'Confirm the chat that answered the link: from now on it receives alerts',
  access: 'customer',
  status: 204,
  response: z.undefined(),
});

export const deleteTelegramLink = defineEndpoint({
  method: 'DELETE',
  path: '/customers/alerts/telegram/',
  summary: "End alerts to the signed-in customer's Telegram chat",
  access: 'customer',
  status: 204,
  response: z.undefined(),
});

export const sendTestTelegram = defineEndpoint({
  method: 'POST',
  path: '/customers/alerts/telegram/test/',
  summary: "Send a test message to the signed-in customer's Telegram chat",
  access: 'customer',
  response: z.object({ message: z.string() }),
});
