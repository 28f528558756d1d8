import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { type AlertChannel, describeChannel } from '#features/alerts/contract/channels.ts';
import type { AlertPreference, QuietHours } from '#features/alerts/contract/endpoints.ts';
import {
  type AlertKind,
  type AlertMode,
  type DeliveryReason,
  DIGEST_TIME,
  describeKind,
  type EmailFrequency,
  listModes,
} from '#features/alerts/contract/kinds.ts';

/** The settings of one customer. */
export interface CustomerSettings {
  email: EmailFrequency;
  quietHours: QuietHours | null;
  pausedUntil: Date | null;
  /** Since then push messages that are not urgent are paused, because the customer did not look at them. */
  pushPausedAt: Date | null;
  /** The modes that differ from the defaults. */
  preferences: readonly AlertPreference[];
}

export const DEFAULT_SETTINGS: CustomerSettings = {
  email: 'off',
  quietHours: null,
  pausedUntil: null,
  pushPausedAt: null,
  preferences: [],
};

/** Returns the mode of a kind on a channel. Without a choice of the customer everything is on; emails are turned on as a whole. */
export function getMode(settings: CustomerSettings, kind: AlertKind, channel: AlertChannel): AlertMode {
  const modes = listModes(kind, channel);
  const chosen = settings.preferences.find((each) => each.kind === kind && each.channel === channel)?.mode;
  if (chosen !== undefined && modes.includes(chosen)) return chosen;
  return modes.includes('on') ? 'on' : 'off';
}

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
  const { priority, isCritical = false, isDated = false } = describeKind(kind);
  const mode = getMode(settings, kind, channel);
  const isEmailOff = channel === 'email' && settings.email === 'off' && !isCritical;
  if (mode === 'off' || isEmailOff) return { kind: 'stop', state: 'canceled', reason: 'turned_off' };
  if ((!isDigest || isDated) && expiresAt <= now)
    return { kind: 'stop', state: 'expired', reason: 'too_late' };
  const isSilent = mode === 'silent';
  if (isCritical) return { kind: 'send', isSilent };
  if (settings.pausedUntil !== null && settings.pausedUntil > now)
    return { kind: 'stop', state: 'canceled', reason: 'paused' };
  if (channel === 'push' && settings.pushPausedAt !== null && priority > 0)
    return { kind: 'stop', state: 'canceled', reason: 'push_unread' };
  if (channel === 'email' && settings.email === 'daily' && !isDigest)
    return { kind: 'defer', until: getNextDigest(now), isSilent, reason: null };
  const quietEnd =
    describeChannel(channel).hasSound && settings.quietHours ? getQuietEnd(settings.quietHours, now) : null;
  if (quietEnd === null) return { kind: 'send', isSilent };
  if (quietEnd >= expiresAt) return { kind: 'stop', state: 'expired', reason: 'quiet_too_long' };
  return { kind: 'defer', until: quietEnd, isSilent, reason: 'quiet_hours' };
}

/** Returns when the quiet hours end that a time is in; `null` outside of them. Equal times are no quiet hours. */
export function getQuietEnd({ from, until, time_zone: timeZone }: QuietHours, now: Date): Date | null {
  const { date, time } = toLocal(now, timeZone);
  const includesMidnight = from > until;
  const isInside = includesMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isInside) return null;
  return findLocal(time < until ? date : addDays(date, 1), until, { timeZone, after: now });
}

/** Returns when the next daily email is sent. */
export function getNextDigest(now: Date): Date {
  const today = toKarachiDate(now);
  const digest = getDigest(today);
  return digest > now ? digest : getDigest(addDays(today, 1));
}

const getDigest = (date: LocalDate) => new Date(`${date}T${DIGEST_TIME}:00+05:00`);

/** Returns the name of a time zone as `Intl` writes it, because names are accepted in any case; `null` for none. */
export function normalizeTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // `Intl` throws a `RangeError` for an unknown name.
    return null;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(timeZone, format);
  return format;
}

function toLocal(timestamp: Date, timeZone: string): { date: LocalDate; time: string } {
  const parts = Object.fromEntries(
    getFormat(timeZone)
      .formatToParts(timestamp)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/**
 * Returns when a local time is next; `null` if it only was before. An hour that a change of the clocks repeats has each time twice. A time that
 * a change skips is taken as if the clocks had not changed.
 */
function findLocal(
  date: LocalDate,
  time: string,
  { timeZone, after }: { timeZone: string; after: Date },
): Date | null {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const getOffset = (at: number) => {
    const local = toLocal(new Date(at), timeZone);
    return Date.parse(`${local.date}T${local.time}:00Z`) - at;
  };
  // With the offsets before and after a change on this day.
  const candidates = [asUtc - getOffset(asUtc - DAY), asUtc - getOffset(asUtc + DAY)].sort((a, b) => a - b);
  const exact = candidates.filter((at) => at + getOffset(at) === asUtc);
  const found = (exact.length > 0 ? exact : candidates.slice(-1)).find((at) => at > after.getTime());
  return found === undefined ? null : new Date(found);
}
