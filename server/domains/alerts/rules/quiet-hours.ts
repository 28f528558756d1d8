import { DIGEST_TIME } from '#contract/alerts/kinds.ts';
import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';

export interface QuietHours {
  /** Local times such as `22:00`. The hours may include midnight. */
  from: string;
  until: string;
  /** An IANA time zone. */
  timeZone: string;
}

/** Returns when the quiet hours end that a time is in; `null` outside of them. Equal times are no quiet hours. */
export function getQuietEnd({ from, until, timeZone }: QuietHours, now: Date): Date | null {
  const { date, time } = toLocal(now, timeZone);
  const includesMidnight = from > until;
  const isInside = includesMidnight ? time >= from || time < until : time >= from && time < until;
  if (!isInside) return null;
  return fromLocal(time < until ? date : addDays(date, 1), until, timeZone);
}

/** Returns when the next daily email is sent. */
export function getNextDigest(now: Date): Date {
  const today = toKarachiDate(now);
  const digest = fromLocal(today, DIGEST_TIME, 'Asia/Karachi');
  return digest > now ? digest : fromLocal(addDays(today, 1), DIGEST_TIME, 'Asia/Karachi');
}

export function isTimeZone(name: string): boolean {
  try {
    getFormat(name);
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const existing = formats.get(timeZone);
  if (existing) return existing;
  const format = new Intl.DateTimeFormat('en-CA', {
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

/** Returns the timestamp of a local time. In the hour that a change of the clocks skips, that after the change. */
function fromLocal(date: LocalDate, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const getOffset = (at: number) => {
    const local = toLocal(new Date(at), timeZone);
    return Date.parse(`${local.date}T${local.time}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  };
  const guess = asUtc - getOffset(asUtc);
  return new Date(asUtc - getOffset(guess));
}

const MINUTE_MS = 60_000;
