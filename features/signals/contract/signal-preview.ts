import { formatTimestamp } from '#core/contract/dates.ts';
import { formatRupees } from './levels/price.ts';
import type { Signal } from './signal.ts';
import type { SignalType } from './signal-types.ts';
import type { SignalReport } from './track-record/signal-details.ts';
import { summarizeOutcome } from './track-record/summarize-outcome.ts';

/** The title and the description of a page, as search engines and previews of its link show them. */
interface Preview {
  title: string;
  description: string;
}

/** Describes the page of a premium signal for those who may not read it. */
export const describeLockedPreview = (type: SignalType): Preview => ({
  title: `${type[0]?.toUpperCase()}${type.slice(1)} signal (premium)`,
  description: `A premium ${type} signal for the Pakistan Stock Exchange. Subscribers see its symbol, levels and timeline.`,
});

/** Returns the name of a signal: `LUCK buy signal`. */
export const getSignalName = ({ symbol, order_type }: Pick<Signal, 'symbol' | 'order_type'>) =>
  `${symbol} ${order_type} signal`;

/** Returns the title of the page, without the product's name: `LUCK buy signal, swing`. */
export const getPageTitle = (signal: Pick<Signal, 'symbol' | 'order_type' | 'signal_type'>) =>
  `${getSignalName(signal)}, ${signal.signal_type}`;

/** Describes a signal in three sentences: its levels at publication, its outcome and its publication. */
export function describePreview({ signal, ...report }: SignalReport): [string, string, string] {
  const { entry_price, stop_loss, target_points } = signal.published_levels;
  const { status, result, isMark } = summarizeOutcome({ signal, ...report });
  return [
    `${signal.title}: entry ${formatRupees(entry_price)}, stop loss ${formatRupees(stop_loss)}, ` +
      `targets ${target_points.map(formatRupees).join(', ')}.`,
    `${result && !isMark ? `${status}, ${formatSigned(result.r)} R before costs` : status}.`,
    `Published ${formatTimestamp(signal.created_at)}.`,
  ];
}

const formatSigned = (value: string) => (Number(value) > 0 ? `+${value}` : value.replace('-', '\u2212'));
