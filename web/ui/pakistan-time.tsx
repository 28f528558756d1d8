const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Pakistan has no daylight saving time. Not `Intl`: servers and browsers abbreviate the months differently. */
export const UTC_OFFSET_MS = 5 * 60 * 60 * 1000;

/** A moment as the market reads it: `21 Nov 2026, 10:42 PKT`, or `10:42:07` with seconds. Takes an RFC 3339 time. */
export function formatPakistanTime(timestamp: string, { withSeconds = false } = {}): string {
  const local = new Date(Date.parse(timestamp) + UTC_OFFSET_MS);
  const day = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`;
  return `${day}, ${local.toISOString().slice(11, withSeconds ? 19 : 16)} PKT`;
}

/** A day for people: `21 Nov 2026`. Takes `2026-11-21`. */
export const formatDay = (day: string) => formatPakistanTime(`${day}T00:00:00Z`).split(',', 1)[0] ?? '';

/** The day in Pakistan, `2026-11-21`. Takes an RFC 3339 time. */
export const pakistanDate = (timestamp: string) =>
  new Date(Date.parse(timestamp) + UTC_OFFSET_MS).toISOString().slice(0, 10);

export function PakistanTime({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  return (
    <time dateTime={at} className="figures">
      {formatPakistanTime(at, { withSeconds })}
    </time>
  );
}

/** The day of a moment in Pakistan: `21 Nov 2026`. Takes an RFC 3339 time. */
export const formatPakistanDay = (timestamp: string) => formatDay(pakistanDate(timestamp));

export function PakistanDay({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figures">
      {formatPakistanDay(at)}
    </time>
  );
}
