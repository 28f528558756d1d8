import { quote } from './text.ts';

export type TimeResult = { time: string } | { rejection: string };

/** Earlier hours without AM or PM are ambiguous: boards do not meet so early, so the afternoon may be meant. */
const EARLIEST_UNMARKED_HOUR = 8;

const CLOCK =
  /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*(noon|midnight|[ap]\.?\s?m\.?)?(?:\s*(?:pkt|pst|hrs?|hours))?\.?$/i;

/**
 * Parses a time in the formats of notices, newspapers and the exchange to `14:30:00`: `10:51 AM`, `2.30 P.M`, `12:00 Noon`,
 * `03:00 Pm`, `11 am`, `14:30`. Ambiguous times such as `2:30` are rejected, unless `'24-hour'` says that a time without
 * AM or PM uses the 24-hour clock.
 */
export function parseTime(text: string, clock: 'any' | '24-hour' = 'any'): TimeResult {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (/^(12 )?noon$/i.test(plain)) return { time: '12:00:00' };
  const [matched, hourText = '', minutes, seconds = '00', marker] = CLOCK.exec(plain) ?? [];
  if (matched === undefined || (minutes === undefined && marker === undefined)) {
    return { rejection: `${quote(text)} is not a time. Use a format such as 10:30 AM.` };
  }
  const hour = Number(hourText);
  const tail = `${minutes ?? '00'}:${seconds}`;
  if (Number(minutes ?? 0) > 59 || Number(seconds) > 59)
    return { rejection: `${quote(text)} is not a valid time.` };
  if (marker === undefined) return parseWithoutMarker(text, hour, tail, clock);

  const half = marker.slice(0, 1).toLowerCase();
  if (hour < 1 || hour > 12)
    return { rejection: `${quote(text)} is not a valid time: hours with AM or PM go from 1 to 12.` };
  if (half === 'n' || half === 'm') return parseNoonOrMidnight(text, hour, tail, half);
  return { time: formatTime((hour % 12) + (half === 'p' ? 12 : 0), tail) };
}

function parseWithoutMarker(text: string, hour: number, tail: string, clock: 'any' | '24-hour'): TimeResult {
  if (hour > 23) return { rejection: `${quote(text)} is not a valid time.` };
  if (clock === 'any' && hour < EARLIEST_UNMARKED_HOUR && hour > 0) {
    return { rejection: `${quote(text)} is ambiguous. Add AM or PM.` };
  }
  return { time: formatTime(hour, tail) };
}

function parseNoonOrMidnight(text: string, hour: number, tail: string, half: 'n' | 'm'): TimeResult {
  if (hour !== 12 || tail !== '00:00')
    return { rejection: `${quote(text)} is not a valid time: noon and midnight are 12:00.` };
  return { time: formatTime(half === 'n' ? 12 : 0, tail) };
}

const formatTime = (hour: number, tail: string) => `${String(hour).padStart(2, '0')}:${tail}`;
