import {
  formatEndDate,
  formatKarachiDate,
  formatTimestamp,
  formatTimestampWithSeconds,
} from '#core/contract/dates.ts';

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

/** The date in Pakistan of an RFC 3339 timestamp, with the time as a tooltip. */
export function PakistanDate({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTimestamp(at)} className="figures">
      {formatKarachiDate(at)}
    </time>
  );
}

/** The last date in Pakistan before the end of premium access or of a period. */
export function EndDate({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTimestamp(at)} className="figures">
      {formatEndDate(at)}
    </time>
  );
}
