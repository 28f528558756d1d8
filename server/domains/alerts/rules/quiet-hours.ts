import { DIGEST_TIME } from '#contract/alerts/kinds.ts';
import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { DAY } from '#server/platform/clock.ts';

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
    return getFormat(name).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** By the name of the zone as `Intl` writes it, because names are accepted in any case. */
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
  const name = format.resolvedOptions().timeZone;
  const canonical = formats.get(name) ?? format;
  formats.set(name, canonical);
  return canonical;
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
