import { useSyncExternalStore } from 'react';
import { formatShortDate, formatTimestamp, toKarachiDate } from '#core/contract/dates.ts';
import { getNow } from '#core/web/api/server-clock.ts';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** After a week only the date is shown. */
const WEEK = 7 * DAY;

/** Formats a timestamp as a date and an age, `21 Nov 2026 · 5 minutes ago`; without the age if it is over a week old. */
export function formatDateAndAge(timestamp: string, now: number): string {
  const age = formatAge(Math.floor((now - Date.parse(timestamp)) / MINUTE_MS));
  const date = formatShortDate(toKarachiDate(new Date(timestamp)));
  return age === null ? date : `${date} · ${age}`;
}

function formatAge(minutes: number): string | null {
  // The clocks of browser and server may differ.
  if (minutes < 1 && minutes > -HOUR) return 'Just now';
  if (minutes < 0 || minutes >= WEEK) return null;
  if (minutes < HOUR) return formatAgo(minutes, 'minute');
  if (minutes < DAY) return formatAgo(Math.floor(minutes / HOUR), 'hour');
  return formatAgo(Math.floor(minutes / DAY), 'day');
}

const formatAgo = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} ago`;

/**
 * The date and the age of a timestamp, updated every minute, with the exact time as a tooltip. Until hydration and without
 * scripts it shows the exact time, because the server caches the rendered page.
 */
export function TimeWithAge({ at }: { at: string }) {
  const minute = useSyncExternalStore(subscribe, getCurrentMinute, () => null);
  const exact = formatTimestamp(at);
  return (
    <time dateTime={at} title={exact} className="figures">
      {minute === null ? exact : formatDateAndAge(at, getNow().getTime())}
    </time>
  );
}

const getCurrentMinute = () => Math.floor(getNow().getTime() / MINUTE_MS);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Shares one timer between all times of the page. It runs often, so that a sleeping tab is updated soon after it wakes. */
function subscribe(listener: () => void): () => void {
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
