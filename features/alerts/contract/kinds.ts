import { type AlertChannel, describeChannel } from './channels.ts';

interface AlertKindDescription {
  label: string;
  /** The `type` of messages to webhooks. Receivers depend on it: never change one. */
  webhookType: string;
  /**
   * Which alerts are sent first: 0 before 1 before 2. After those of 0 a customer may have to act at once: they are also sent to customers who have not
   * looked at their push messages for long.
   */
  priority: 0 | 1 | 2;
  /** It protects the account: it is always in the inbox and in an email, whatever the settings. */
  isCritical?: true;
  /** It is about a date and has no use after it: then daily emails leave it out too. */
  isDated?: true;
}

type Described = Record<string, AlertKindDescription>;

/** The causes of alerts, by the groups in which they are listed and filtered. Codes are stored: add others, but never change what one means. */
const GROUPS = {
  signals: {
    signal_intraday: { label: 'New intraday signal', webhookType: 'signal.published', priority: 1 },
    signal_swing: { label: 'New swing signal', webhookType: 'signal.published', priority: 1 },
    signal_investment: { label: 'New investment signal', webhookType: 'signal.published', priority: 1 },
    stop_moved: { label: 'Stop loss moved', webhookType: 'signal.stop_moved', priority: 0 },
    signal_closed: { label: 'Signal closed', webhookType: 'signal.closed', priority: 0 },
    entry_filled: { label: 'Entry filled', webhookType: 'signal.entry_filled', priority: 1 },
    target_reached: { label: 'Target reached', webhookType: 'signal.target_reached', priority: 0 },
    stop_hit: { label: 'Stop loss hit', webhookType: 'signal.stop_hit', priority: 0 },
    signal_voided: { label: 'Signal voided or replaced', webhookType: 'signal.voided', priority: 0 },
  },
  companies: {
    company_news: { label: 'News', webhookType: 'company.news', priority: 2 },
    meeting_announced: {
      label: 'Board meeting announced',
      webhookType: 'company.meeting_announced',
      priority: 2,
    },
    meeting_reminder: {
      label: 'Board meeting the next day',
      webhookType: 'company.meeting_reminder',
      priority: 2,
      isDated: true,
    },
    last_buying_day: {
      label: 'Last buying day',
      webhookType: 'company.last_buying_day',
      priority: 1,
      isDated: true,
    },
    price_level: { label: 'Price level reached', webhookType: 'company.price_level', priority: 1 },
  },
  account: {
    payment_problem: {
      label: 'Payment problem',
      webhookType: 'account.payment_problem',
      priority: 0,
      isCritical: true,
    },
    new_sign_in: {
      label: 'New sign-in',
      webhookType: 'account.new_sign_in',
      priority: 0,
      isCritical: true,
    },
    push_paused: { label: 'Push messages paused', webhookType: 'account.push_paused', priority: 2 },
  },
} as const satisfies Record<string, Described>;

export type AlertGroup = keyof typeof GROUPS;
export const ALERT_GROUP_NAMES = Object.keys(GROUPS) as [AlertGroup, ...AlertGroup[]];
export const ALERT_GROUP_LABELS: Record<AlertGroup, string> = {
  signals: 'Signals',
  companies: 'My companies',
  account: 'Account',
};

const KINDS = { ...GROUPS.signals, ...GROUPS.companies, ...GROUPS.account };
export type AlertKind = keyof typeof KINDS;
export type AccountAlertKind = keyof typeof GROUPS.account;
export const ALERT_KINDS = Object.keys(KINDS) as [AlertKind, ...AlertKind[]];

/** A kind of the next release, whose servers run at the same time during an upgrade and before a rollback. */
const UNKNOWN_KIND: AlertKindDescription = { label: 'Alert', webhookType: 'alert', priority: 2 };

export const describeKind = (kind: AlertKind): AlertKindDescription => KINDS[kind] ?? UNKNOWN_KIND;

export const listKinds = (group: AlertGroup) => Object.keys(GROUPS[group]) as AlertKind[];

/** `silent`: without a sound, and not counted as unread. */
export const ALERT_MODES = ['off', 'silent', 'on'] as const;
export type AlertMode = (typeof ALERT_MODES)[number];
export const MODE_LABELS: Record<AlertMode, string> = { off: 'Off', silent: 'Silent', on: 'On' };

/** After so many push messages that a customer has not looked at, those that are not urgent are paused. */
export const MAX_UNREAD_PUSHES = 30;

/** Returns the modes that a customer can choose. Critical alerts cannot be turned off everywhere, and a pause of push messages is not reported by one. */
export function listModes(kind: AlertKind, channel: AlertChannel): readonly AlertMode[] {
  if (describeKind(kind).isCritical && (channel === 'inbox' || channel === 'email')) return ['on'];
  if (kind === 'push_paused' && channel === 'push') return ['off'];
  return describeChannel(channel).hasSound ? ALERT_MODES : ['off', 'on'];
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
