import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import ical, {
  escape as escapeText,
  type ICalCalendar,
  type ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalLuxonDateTimeStub,
} from 'ical-generator';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { HOUR, SECOND } from '#core/server/platform/clock.ts';

export interface CalendarEvent {
  uid: string;
  /** Local time in Karachi. Without a time, the event lasts all day. */
  start: CalendarTime;
  /** Exclusive. */
  end: CalendarTime;
  summary: string;
  description: string;
  location: string | null;
  url: string;
  updatedAt: Date;
  /** It does not take place. */
  isCanceled?: boolean;
}

interface CalendarTime {
  date: LocalDate;
  /** For example `14:30:00`. */
  time: string | null;
}

interface Calendar {
  name: string;
  description: string;
  /** The URL of the calendar itself. */
  url: string;
  events: CalendarEvent[];
}

const ZONE = 'Asia/Karachi';
const REFRESH_MS = 6 * HOUR;
/** Revision numbers must fit into 31 bits and grow with each change, so they count the seconds since this time. */
const FIRST_REVISION = Date.UTC(2020, 0, 1);

/** Events written before yielding to the event loop: a few milliseconds of work. */
const EVENTS_PER_TURN = 50;

/** Writes an iCalendar (RFC 5545). The output does not depend on the current time, so that its ETag changes only with its events. */
export async function writeCalendar({ events, ...about }: Calendar): Promise<string> {
  const written: string[] = [];
  for (let begin = 0; begin < events.length; begin += EVENTS_PER_TURN) {
    const calendar = createCalendar(about);
    const batch = events.slice(begin, begin + EVENTS_PER_TURN);
    written.push(foldLines(batch.map((event) => addEvent(calendar, event).toString()).join('')));
    await yieldToEventLoop();
  }
  // The library writes the time zone only when an event has a time.
  const frame = createCalendar(about);
  const first = events.find(({ start }) => start.time !== null) ?? events[0];
  if (first) addEvent(frame, first);
  const [head = '', tail = ''] = frame.toString().split(/^BEGIN:VEVENT\r\n[\s\S]*^END:VEVENT\r\n/m);
  return `${foldLines(unfold(head))}${written.join('')}${tail}\r\n`;
}

const unfold = (text: string): string => text.replaceAll('\r\n ', '');

const MAX_LINE_OCTETS = 75;

/**
 * Folds lines of more than 75 octets (RFC 5545, section 3.1). Unlike the library, not between a backslash and the character that it
 * escapes: Google Calendar is reported to drop such events.
 */
export function foldLines(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => {
    if (Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line;
    let folded = '';
    let octets = 0;
    for (const [unit] of line.matchAll(/\\.|./gsu)) {
      const size = Buffer.byteLength(unit);
      const isFull = octets + size > MAX_LINE_OCTETS;
      folded += isFull ? `\r\n ${unit}` : unit;
      octets = isFull ? 1 + size : octets + size;
    }
    return folded;
  });
}

/** Creates a calendar without events. */
function createCalendar({ name, description, url }: Omit<Calendar, 'events'>): ICalCalendar {
  return ical({
    prodId: { company: 'Tezi', product: 'Corporate actions' },
    // The library does not escape these two.
    name: escapeText(removeControlCharacters(name), false),
    description: escapeText(removeControlCharacters(description), false),
    source: url,
    ttl: REFRESH_MS / SECOND,
    // No name: with a named zone the library would write UTC timestamps in local time.
    timezone: { name: null, generator: () => TIMEZONE },
    x: { 'X-WR-TIMEZONE': ZONE },
  });
}

function addEvent(calendar: ICalCalendar, event: CalendarEvent): ICalEvent {
  return calendar.createEvent({
    id: event.uid,
    ...(event.start.time === null ? { allDay: true } : { timezone: ZONE }),
    start: toWallClock(event.start.date, event.start.time ?? undefined),
    end: toWallClock(event.end.date, event.end.time ?? undefined),
    summary: removeControlCharacters(event.summary),
    description: removeControlCharacters(event.description),
    location: event.location === null ? null : { title: removeControlCharacters(event.location) },
    url: event.url,
    ...(event.isCanceled ? { status: ICalEventStatus.CANCELLED } : {}),
    // The events do not mark a subscriber as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    stamp: event.updatedAt,
    lastModified: event.updatedAt,
    sequence: Math.max(0, Math.floor((event.updatedAt.getTime() - FIRST_REVISION) / SECOND)),
  });
}

/** Pakistan has had no daylight saving time since 2009. */
const TIMEZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0500',
  'TZOFFSETTO:+0500',
  'TZNAME:PKT',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\n');

/**
 * Returns a local date and time for the library to write unchanged. It would read a `Date` in the time zone of the
 * server's machine.
 */
function toWallClock(date: LocalDate, time = '00:00:00'): ICalLuxonDateTimeStub {
  const clock: ICalLuxonDateTimeStub = {
    isValid: true,
    zone: { type: 'iana' },
    setZone: () => clock,
    toFormat: (format) => (format === 'yyyyLLdd' ? date.replaceAll('-', '') : time.replaceAll(':', '')),
    toJSDate: () => new Date(`${date}T${time}Z`),
    toJSON: () => `${date}T${time}`,
  };
  return clock;
}

/** Removes control characters and lone surrogates, which iCalendar does not allow. */
const removeControlCharacters = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => (/[\t\r\n]/.test(character) ? character : ''));

/** Calendar apps become slow with more; the latest events are included. */
export const MAX_EVENTS = 5_000;

/** How many days ago a calendar without a date range begins. */
export const DAYS_BACK = 30;
const MAX_LISTED_COMPANIES = 2;

interface DateFilters {
  from_date?: string | undefined;
  to_date?: string | undefined;
  ex_date_from?: string | undefined;
  ex_date_to?: string | undefined;
}

/** Starts a calendar without a date range a month ago. */
export function withDefaultRange<Query extends DateFilters>(query: Query, today: string): Query {
  const { from_date, to_date, ex_date_from, ex_date_to } = query;
  const hasRange = from_date || to_date || ex_date_from || ex_date_to;
  return hasRange ? query : { ...query, from_date: addDays(today, -DAYS_BACK) };
}

/** Formats `Tezi: board meetings`, with the companies if filtered. Adds no commas because calendar apps disagree on how to read them. */
export function formatCalendarName(title: string, companyNames: string[] | undefined): string {
  if (!companyNames?.length) return `Tezi: ${title}`;
  const names = companyNames.map((name) => name.trim().replace(/\s+/g, ' '));
  return `Tezi: ${title} of ${names.length > MAX_LISTED_COMPANIES ? `${names.length} companies` : names.join(' and ')}`;
}

/** The public URL of the site and the path of the list that a calendar is made from. */
export interface Site {
  publicUrl: string;
  page: string;
}

/** Returns a UID that stays the same when the event changes, so that calendar apps update it instead of adding another. */
export const makeEventUid = (kind: string, id: number, { publicUrl }: Site) =>
  `${kind}-${id}@${new URL(publicUrl).hostname}`;

/** Returns the URL of the list filtered by a company and a date. */
export function makePageUrl({ publicUrl, page }: Site, companyName: string, date: LocalDate): string {
  return `${publicUrl}${page}?${new URLSearchParams({ company_name: companyName, from_date: date, to_date: date })}`;
}
