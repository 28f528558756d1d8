import { UTC_OFFSET_MS } from '#web/ui/pakistan-time.tsx';

const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A moment in the long format of American English: `November 21, 2026 at 10:42 AM PKT`. Takes an RFC 3339 time. */
export function formatLongPakistanTime(timestamp: string): string {
  const local = new Date(Date.parse(timestamp) + UTC_OFFSET_MS);
  const hours = local.getUTCHours();
  const time = `${hours % 12 || 12}:${local.toISOString().slice(14, 16)} ${hours < 12 ? 'AM' : 'PM'}`;
  return `${LONG_MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()} at ${time} PKT`;
}
