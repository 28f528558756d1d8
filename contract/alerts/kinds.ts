/** The causes of alerts. Codes are stored: add others, but never change what one means. */
export const ALERT_KINDS = [
  'signal_intraday',
  'signal_swing',
  'signal_investment',
  'stop_moved',
  'signal_closed',
  'entry_filled',
  'target_reached',
  'stop_hit',
  'company_news',
  'meeting_announced',
  'meeting_reminder',
  'last_buying_day',
  'payment_problem',
  'new_sign_in',
  'push_paused',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_LABELS: Record<AlertKind, string> = {
  signal_intraday: 'New intraday signal',
  signal_swing: 'New swing signal',
  signal_investment: 'New investment signal',
  stop_moved: 'Stop loss moved',
  signal_closed: 'Signal closed',
  entry_filled: 'Entry filled',
  target_reached: 'Target reached',
  stop_hit: 'Stop loss hit',
  company_news: 'News',
  meeting_announced: 'Board meeting announced',
  meeting_reminder: 'Board meeting the next day',
  last_buying_day: 'Last buying day',
  payment_problem: 'Payment problem',
  new_sign_in: 'New sign-in',
  push_paused: 'Push messages paused',
};

/** The kinds that are listed and filtered together. */
export const ALERT_GROUPS = {
  signals: [
    'signal_intraday',
    'signal_swing',
    'signal_investment',
    'stop_moved',
    'signal_closed',
    'entry_filled',
    'target_reached',
    'stop_hit',
  ],
  companies: ['company_news', 'meeting_announced', 'meeting_reminder', 'last_buying_day'],
  account: ['payment_problem', 'new_sign_in', 'push_paused'],
} as const satisfies Record<string, readonly AlertKind[]>;
export type AlertGroup = keyof typeof ALERT_GROUPS;
export const ALERT_GROUP_NAMES = Object.keys(ALERT_GROUPS) as [AlertGroup, ...AlertGroup[]];
export const ALERT_GROUP_LABELS: Record<AlertGroup, string> = {
  signals: 'Signals',
  companies: 'My companies',
  account: 'Account',
};

/** The ways on which alerts reach a customer. */
export const ALERT_CHANNELS = ['inbox', 'push', 'email', 'telegram', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const CHANNEL_LABELS: Record<AlertChannel, string> = {
  inbox: 'Inbox',
  push: 'Push',
  email: 'Email',
  telegram: 'Telegram',
  webhook: 'Webhook',
};

/** `silent`: without a sound, and not counted as unread. */
export const ALERT_MODES = ['off', 'silent', 'on'] as const;
export type AlertMode = (typeof ALERT_MODES)[number];
export const MODE_LABELS: Record<AlertMode, string> = { off: 'Off', silent: 'Silent', on: 'On' };

/** Alerts that protect the account. They are always in the inbox and in an email, whatever the settings. */
export const CRITICAL_KINDS: ReadonlySet<AlertKind> = new Set(['payment_problem', 'new_sign_in']);

/** Alerts after which a customer may have to act at once. They are sent before others, also to customers who have not looked at their push messages for long. */
export const URGENT_KINDS: ReadonlySet<AlertKind> = new Set([
  'stop_moved',
  'signal_closed',
  'target_reached',
  'stop_hit',
  ...CRITICAL_KINDS,
]);

/** After so many push messages that a customer has not looked at, those that are not urgent are paused. */
export const MAX_UNREAD_PUSHES = 30;

/** Alerts of a date, which have no use after it: then daily emails lack them too. */
export const DATED_KINDS: ReadonlySet<AlertKind> = new Set(['meeting_reminder', 'last_buying_day']);

/** Returns the modes that a customer can choose. Emails and webhooks have no sound, critical alerts cannot be turned off everywhere, and a pause of push messages is not reported by one. */
export function listModes(kind: AlertKind, channel: AlertChannel): readonly AlertMode[] {
  if (CRITICAL_KINDS.has(kind) && (channel === 'inbox' || channel === 'email')) return ['on'];
  if (kind === 'push_paused' && channel === 'push') return ['off'];
  return channel === 'email' || channel === 'webhook' ? ['off', 'on'] : ALERT_MODES;
}

/** How emails are sent: not at all except for critical alerts, one for each alert, or one a day. */
export const EMAIL_FREQUENCIES = ['off', 'at_once', 'daily'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** When daily emails are sent, in Karachi. */
export const DIGEST_TIME = '08:45';

/** When alerts of the next trading day are sent, and those of the same day, in Karachi. The latter are in the daily emails of that day. */
export const EVENING_TIME = '18:00';
export const MORNING_TIME = '08:30';

export const DELIVERY_STATES = ['queued', 'claimed', 'accepted', 'failed', 'canceled', 'expired'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a delivery was not sent, or not yet. */
export const DELIVERY_REASONS = {
  quiet_hours: 'Deferred to the end of your quiet hours',
  quiet_too_long: 'It was no longer useful after your quiet hours',
  too_many_emails: 'You received many emails within an hour, so it waited for the next',
  turned_off: 'You turned this off',
  paused: 'Alerts were paused',
  not_entitled: 'Your account had no access to the signal',
  too_late: 'It was no longer useful',
  withdrawn: 'The signal was deleted or voided',
  changed: 'The date was changed, or the entry removed',
  signed_out: 'The device was signed out',
  device_gone: 'Notifications are off on that device',
  device_silent: 'The push service of the device did not respond for long, so the device was removed',
  push_unread: `Push messages are paused, because you did not look at the last ${MAX_UNREAD_PUSHES}`,
  rejected: 'The service rejected it',
  unreachable: 'The service could not be reached',
  no_address: 'The account has no email address',
  chat_gone: 'The chat was closed or unlinked',
  webhook_gone: 'The webhook was removed or turned off',
} as const;
export type DeliveryReason = keyof typeof DELIVERY_REASONS;
export const DELIVERY_REASON_NAMES = Object.keys(DELIVERY_REASONS) as [DeliveryReason, ...DeliveryReason[]];
