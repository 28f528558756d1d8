import { quoted } from './quoted.ts';

export type ReadTime = { time: string } | { refusal: string };

/** Hours at which nobody meets: said without AM or PM they may be meant of the afternoon. */
const EARLIEST_PLAIN_HOUR = 8;

const CLOCK =
  /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.](\d{2}))?\s*(noon|midnight|[ap]\.?\s?m\.?)?(?:\s*(?:pkt|pst|hrs?|hours))?\.?$/i;

/**
 * A time of day as notices, newspapers and the exchange write it, as `14:30:00`: `10:51 AM`, `2.30 P.M`, `12:00 Noon`,
 * `03:00 Pm`, `11 am`, `14:30`. What can mean two times, such as `2:30`, is refused; with `'24-hour'` a time without AM or
 * PM is of 24 hours, as in `02:30`.
 */
export function readTime(text: string, clock: 'any' | '24-hour' = 'any'): ReadTime {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (/^(12 )?noon$/i.test(plain)) return { time: '12:00:00' };
  const [matched, hourText = '', minutes, seconds = '00', marker] = CLOCK.exec(plain) ?? [];
  if (matched === undefined || (minutes === undefined && marker === undefined)) {
    return { refusal: `${quoted(text)} is no time such as 10:30 AM.` };
  }
  const hour = Number(hourText);
  const tail = `${minutes ?? '00'}:${seconds}`;
  if (Number(minutes ?? 0) > 59 || Number(seconds) > 59)
    return { refusal: `${quoted(text)} is no time of day.` };
  if (marker === undefined) return withoutMarker(text, hour, tail, clock);

  const half = marker.slice(0, 1).toLowerCase();
  if (hour < 1 || hour > 12)
    return { refusal: `${quoted(text)} is no time: hours before AM or PM go from 1 to 12.` };
  if (half === 'n' || half === 'm') return atTwelve(text, hour, tail, half);
  return { time: inFull((hour % 12) + (half === 'p' ? 12 : 0), tail) };
}

function withoutMarker(text: string, hour: number, tail: string, clock: 'any' | '24-hour'): ReadTime {
  if (hour > 23) return { refusal: `${quoted(text)} is no time of day.` };
  if (clock === 'any' && hour < EARLIEST_PLAIN_HOUR && hour > 0) {
    return { refusal: `${quoted(text)} does not say whether AM or PM is meant.` };
  }
  return { time: inFull(hour, tail) };
}

function atTwelve(text: string, hour: number, tail: string, half: 'n' | 'm'): ReadTime {
  if (hour !== 12 || tail !== '00:00')
    return { refusal: `${quoted(text)} is no time: noon and midnight are at 12:00.` };
  return { time: inFull(half === 'n' ? 12 : 0, tail) };
}

const inFull = (hour: number, tail: string) => `${String(hour).padStart(2, '0')}:${tail}`;
