import ical, { escape as escapeText, ICalEventTransparency } from 'ical-generator';
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

/** An iCalendar (RFC 5545). Nothing in it depends on when it is written, so that it can be told whether it changed. */
export function writeCalendar({ name, description, url, events }: Calendar): string {
  const calendar = ical({
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
  for (const event of events) {
    calendar.createEvent({
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
  return `${calendar.toString()}\r\n`;
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
