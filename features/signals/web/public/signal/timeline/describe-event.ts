import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { FIELD_NAMES, LONG_FIELDS } from '#features/signals/contract/signal-fields.ts';
import { EVENT_LABELS, getTargetLabel } from '#features/signals/contract/track-record/event-labels.ts';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { ORDER_LABELS, RISK_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

/** Describes an event of a signal's timeline: `Stop loss moved from Rs. 448.00 to Rs. 460.00`. */
export function describeEvent(event: TimelineEvent): string {
  const { kind, price, target, reason } = event;
  const at = price === null ? '' : ` at ${formatRupees(price)}`;
  switch (kind) {
    case 'published':
      return 'Published';
    case 'changed':
      return describeChange(event);
    case 'closed':
      return EVENT_LABELS.closed;
    case 'reopened':
      return 'Reopened by the analyst';
    case 'deleted':
      return 'Deleted. The signal and its result remain in the public record.';
    case 'expired':
      return 'Expired with the end of its trading day';
    case 'filled':
      return `${EVENT_LABELS.filled}${at}`;
    case 'target_hit':
      return `${getTargetLabel(target)}${at}`;
    case 'stop_hit':
      return `${EVENT_LABELS.stop_hit}${at}`;
    case 'exited':
      return `${EXITS[reason ?? ''] ?? 'Exit'}: exit${at}`;
    case 'not_filled':
      return NO_FILLS[reason ?? ''] ?? 'Ended without an entry';
    case 'adjusted':
      return `Bonus, right or split: levels multiplied by ${reason}`;
    case 'reevaluated':
      return 'Evaluated again with new or corrected data';
    case 'override':
      return `Result overridden by an administrator: ${reason}`;
    case 'void':
      return `Voided by an administrator: ${reason}`;
    case 'withdraw':
      return `Decision of an administrator withdrawn: ${reason}`;
  }
}

const EXITS: Record<string, string> = {
  manual: 'Closing takes effect',
  time: 'Time limit',
  session_end: 'Session end',
  trading_ended: 'Trading ended',
};

const NO_FILLS: Record<string, string> = {
  validity: 'Expired: the entry was not filled',
  unproven: 'Ended unproven: the prices do not prove an entry',
  no_prices: 'Ended without prices',
  not_measurable: 'Ended: not measurable from end-of-day prices',
  closed: 'Canceled: closed before the entry was filled',
  stop_moved: 'Canceled: the stop loss was moved before the entry was filled',
};

const NAMES: Record<string, string> = FIELD_NAMES;
const VALUE_LABELS: Record<string, string> = { ...TYPE_LABELS, ...ORDER_LABELS, ...RISK_LABELS };
const LABELED_FIELDS = ['signal_type', 'order_type', 'risk_type'];
const TARGET = 'target_points.';

function describeChange({ field, from, to }: TimelineEvent): string {
  if (field === 'notes') return `Note\n\n${to}`;
  const isTarget = field?.startsWith(TARGET);
  const name = isTarget ? `TP${Number(field?.slice(TARGET.length)) + 1}` : (NAMES[field ?? ''] ?? 'Details');
  const isPrice = isTarget || field === 'entry_price' || field === 'stop_loss';
  const format = (value: string) => {
    if (isPrice) return formatRupees(value);
    return LABELED_FIELDS.includes(field ?? '') ? (VALUE_LABELS[value] ?? value) : value;
  };
  // Long texts stand below, each from its own line on.
  if (field !== null && field in LONG_FIELDS)
    return [
      `${name} ${from === null ? 'added' : to === null ? 'removed' : 'changed'}`,
      from !== null && `Before:\n${from}`,
      to !== null && `${from === null ? '' : 'After:\n'}${to}`,
    ]
      .filter(Boolean)
      .join('\n\n');
  if (to === null) return `${name} removed${from === null ? '' : ` (${format(from)})`}`;
  if (from === null) return `${name} added: ${format(to)}`;
  return `${name} ${isPrice ? 'moved' : 'changed'} from ${format(from)} to ${format(to)}`;
}
