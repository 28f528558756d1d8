import { useSyncExternalStore } from 'react';
import { formatShortDate, formatTimestamp, toKarachiDate } from '#contract/dates.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** From then on a date says more. */
const WEEK = 7 * DAY;

/** How long ago that was, in the words of a reader: `5 minutes ago`; after a week, or of what is to come, the date. */
export function formatAge(timestamp: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(timestamp)) / MINUTE_MS);
  // Clocks differ a little.
  if (minutes < 1 && minutes > -HOUR) return 'Just now';
  if (minutes < 0 || minutes >= WEEK) return formatShortDate(toKarachiDate(new Date(timestamp)));
  if (minutes < HOUR) return formatAgo(minutes, 'minute');
  if (minutes < DAY) return formatAgo(Math.floor(minutes / HOUR), 'hour');
  return formatAgo(Math.floor(minutes / DAY), 'day');
}

const formatAgo = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`;

/**
 * How long ago, kept right by the minute, with the exact time for whoever asks. A page is rendered once for many readers:
 * until it is interactive, and without scripts, it shows the exact time.
 */
export function RelativeTime({ at }: { at: string }) {
  const minute = useSyncExternalStore(onMinute, currentMinute, () => null);
  const exact = formatTimestamp(at);
  return (
    <time dateTime={at} title={exact} className="figures">
      {minute === null ? exact : formatAge(at, Date.now())}
    </time>
  );
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times of the page; it looks often so that a sleeping tab is right soon after it wakes. */
function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, CHECK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const CHECK_MS = 10_000;
