import {
  formatShortDate,
  formatTimestamp,
  formatTimestampWithSeconds,
  toKarachiDate,
} from '#contract/dates.ts';

interface PakistanTimeProps {
  /** An RFC 3339 timestamp. */
  at: string;
  withSeconds?: boolean;
}

export function PakistanTime({ at, withSeconds = false }: PakistanTimeProps) {
  return (
    <time dateTime={at} className="figures">
      {withSeconds ? formatTimestampWithSeconds(at) : formatTimestamp(at)}
    </time>
  );
}

/** The date in Pakistan of an RFC 3339 timestamp. */
export function PakistanDate({ at }: { at: string }) {
  return (
    <time dateTime={at} className="figures">
      {formatShortDate(toKarachiDate(new Date(at)))}
    </time>
  );
}
