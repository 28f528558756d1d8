import {
  type AlertChannel,
  type AlertKind,
  type AlertMode,
  ALERT_GROUPS,
  CRITICAL_KINDS,
  DATED_KINDS,
  type DeliveryReason,
  type EmailFrequency,
  listModes,
  URGENT_KINDS,
} from '#contract/alerts/kinds.ts';
import { getNextDigest, getQuietEnd, type QuietHours } from './quiet-hours.ts';

/** The settings of one customer. */
export interface CustomerSettings {
  email: EmailFrequency;
  quietHours: QuietHours | null;
  pausedUntil: Date | null;
  /** Since then push messages that are not urgent are paused, because the customer did not look at them. */
  pushPausedAt: Date | null;
  /** The modes that differ from the defaults, by `getModeKey`. */
  modes: ReadonlyMap<string, AlertMode>;
}

export const DEFAULT_SETTINGS: CustomerSettings = {
  email: 'off',
  quietHours: null,
  pausedUntil: null,
  pushPausedAt: null,
  modes: new Map(),
};

export const getModeKey = (kind: AlertKind, channel: AlertChannel) => `${kind} ${channel}`;

export function parseModeKey(key: string): { kind: AlertKind; channel: AlertChannel } {
  const [kind, channel] = key.split(' ') as [AlertKind, AlertChannel];
  return { kind, channel };
}

/** Returns the mode of a kind on a channel. Without a choice of the customer everything is on; emails are turned on as a whole. */
export function getMode(settings: CustomerSettings, kind: AlertKind, channel: AlertChannel): AlertMode {
  const modes = listModes(kind, channel);
  const chosen = settings.modes.get(getModeKey(kind, channel));
  if (chosen !== undefined && modes.includes(chosen)) return chosen;
  return modes.includes('on') ? 'on' : 'off';
}

/** Returns which alerts are sent first: 0 before 1 before 2. The first two are also urgent for the service that shows them. */
export function getPriority(kind: AlertKind): 0 | 1 | 2 {
  if (URGENT_KINDS.has(kind)) return 0;
  return (ALERT_GROUPS.signals as readonly AlertKind[]).includes(kind) || kind === 'last_buying_day' ? 1 : 2;
}

/** The channels that disturb: quiet hours defer their messages. */
const DISTURBING: ReadonlySet<AlertChannel> = new Set(['push', 'telegram']);

export type DeliveryDecision =
  | { kind: 'send'; isSilent: boolean }
  | { kind: 'defer'; until: Date; isSilent: boolean; reason: 'quiet_hours' | null }
  | { kind: 'stop'; state: 'canceled' | 'expired'; reason: DeliveryReason };

interface DecidedAlert {
  kind: AlertKind;
  channel: AlertChannel;
  expiresAt: Date;
  /** It waited for the daily email, or is about to. */
  isDigest?: boolean;
}

/**
 * Decides what happens now with an alert on a channel. Called when it is queued and again when it is about to be sent, because settings
 * change and time passes while it waits.
 */
export function decideDelivery(
  { kind, channel, expiresAt, isDigest = false }: DecidedAlert,
  settings: CustomerSettings,
  now: Date,
): DeliveryDecision {
  const isCritical = CRITICAL_KINDS.has(kind);
  const mode = getMode(settings, kind, channel);
  const isEmailOff = channel === 'email' && settings.email === 'off' && !isCritical;
  if (mode === 'off' || isEmailOff) return { kind: 'stop', state: 'canceled', reason: 'turned_off' };
  if ((!isDigest || DATED_KINDS.has(kind)) && expiresAt <= now)
    return { kind: 'stop', state: 'expired', reason: 'too_late' };
  const isSilent = mode === 'silent';
  if (isCritical) return { kind: 'send', isSilent };
  if (settings.pausedUntil !== null && settings.pausedUntil > now)
    return { kind: 'stop', state: 'canceled', reason: 'paused' };
  if (channel === 'push' && settings.pushPausedAt !== null && !URGENT_KINDS.has(kind))
    return { kind: 'stop', state: 'canceled', reason: 'push_unread' };
  if (channel === 'email' && settings.email === 'daily' && !isDigest)
    return { kind: 'defer', until: getNextDigest(now), isSilent, reason: null };
  const quietEnd =
    DISTURBING.has(channel) && settings.quietHours ? getQuietEnd(settings.quietHours, now) : null;
  if (quietEnd === null) return { kind: 'send', isSilent };
  if (quietEnd >= expiresAt) return { kind: 'stop', state: 'expired', reason: 'quiet_too_long' };
  return { kind: 'defer', until: quietEnd, isSilent, reason: 'quiet_hours' };
}
