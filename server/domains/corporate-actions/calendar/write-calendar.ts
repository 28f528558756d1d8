import { setImmediate as turn } from 'node:timers/promises';
import ical, {
  escape as escapeText,
  foldLines,
  type ICalCalendar,
  type ICalEvent,
  ICalEventTransparency,
} from 'ical-generator';
import { HOUR, SECOND } from '#server/platform/clock.ts';
import { wallClock } from './wall-clock.ts';

export interface CalendarEvent {
  uid: string;
  /** In Karachi. Without a time it lasts whole days. */
  start: Moment;
  /** Exclusive. */
  end: Moment;
  summary: string;
  description: string;
  location: string | null;
  url: string;
  updatedAt: Date;
}

interface Moment {
  day: string;
  /** `14:30:00`. */
  time: string | null;
}

export interface Calendar {
  name: string;
  description: string;
  /** Where the calendar itself is. */
  url: string;
  events: CalendarEvent[];
}

const ZONE = 'Asia/Karachi';
const REFRESH_MS = 6 * HOUR;
/** A revision number fits 31 bits and grows with each change: seconds since then. */
const FIRST_REVISION = Date.UTC(2020, 0, 1);

/** So many events are written before others get their turn: some milliseconds. */
const EVENTS_AT_ONCE = 50;

/** An iCalendar (RFC 5545). Nothing in it depends on when it is written, so that it can be told whether it changed. */
export async function writeCalendar({ events, ...about }: Calendar): Promise<string> {
  const written: string[] = [];
  for (let begin = 0; begin < events.length; begin += EVENTS_AT_ONCE) {
    const calendar = frameOf(about);
    const some = events.slice(begin, begin + EVENTS_AT_ONCE);
    written.push(foldLines(some.map((event) => addEvent(calendar, event).toString()).join('')));
    await turn();
  }
  // The library writes the zone for an event that has a time.
  const frame = frameOf(about);
  const first = events.find(({ start }) => start.time !== null) ?? events[0];
  if (first) addEvent(frame, first);
  const [head = '', tail = ''] = frame.toString().split(/^BEGIN:VEVENT\r\n[\s\S]*^END:VEVENT\r\n/m);
  return `${head}${written.join('')}${tail}\r\n`;
}

/** The calendar without its events. */
function frameOf({ name, description, url }: Omit<Calendar, 'events'>): ICalCalendar {
  return ical({
    prodId: { company: 'Tezi', product: 'Corporate actions' },
    // The library writes these two as they are.
    name: escapeText(clean(name), false),
    description: escapeText(clean(description), false),
    source: url,
    ttl: REFRESH_MS / SECOND,
    // Unnamed: under a zone of the calendar's own, moments in UTC would be written in local time.
    timezone: { name: null, generator: () => TIMEZONE },
    x: { 'X-WR-TIMEZONE': ZONE },
  });
}

function addEvent(calendar: ICalCalendar, event: CalendarEvent): ICalEvent {
  return calendar.createEvent({
    id: event.uid,
    ...(event.start.time === null ? { allDay: true } : { timezone: ZONE }),
    start: wallClock(event.start.day, event.start.time ?? undefined),
    end: wallClock(event.end.day, event.end.time ?? undefined),
    summary: clean(event.summary),
    description: clean(event.description),
    location: event.location === null ? null : { title: clean(event.location) },
    url: event.url,
    // Nobody who subscribes to it is busy because of it.
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

/** A calendar cannot hold control characters, nor halves of pairs. */
const clean = (text: string) =>
  text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => (/[\t\r\n]/.test(sign) ? sign : ''));
