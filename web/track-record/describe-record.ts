import { formatSigned } from '#contract/format-signed.ts';
import type { RecentRecord } from '#contract/track-record/recent-record.ts';

/** Describes the results of 12 months: `23 closed, 14 won, +0.31 R on average after costs; last 12 months`. */
export const describeRecord = ({ closed, won, average_r }: RecentRecord): string =>
  `${closed} closed, ${won} won, ${formatSigned(average_r ?? '0.00')} R on average after costs; last 12 months`;
