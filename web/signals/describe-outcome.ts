import type { ShownOutcome } from '#contract/signals/signal-outcome.ts';
import { formatSigned } from '#web/ui/format-signed.ts';

const TEXTS: Record<Exclude<ShownOutcome['kind'], 'target'>, string> = {
  stop: 'Stopped',
  breakeven: 'Stopped at the entry price',
  manual: 'Closed early',
  time: 'Time limit',
  session_end: 'Session end',
  expired: 'Expired without entry',
  canceled: 'Canceled without entry',
  unproven: 'Not proven by end-of-day prices',
  no_prices: 'No prices to evaluate it',
  overridden: 'Overridden by an administrator',
  voided: 'Voided',
};

/** Describes an outcome: `Target 1 hit, then stopped · +0.50 R`. */
export function describeOutcome({ kind, targets_hit, r_multiple }: Omit<ShownOutcome, 'reason'>): string {
  const hit = targets_hit > 0 && kind !== 'overridden' ? `Target ${targets_hit} hit` : null;
  const end = kind === 'target' ? null : TEXTS[kind];
  const text = hit && end ? `${hit}, then ${end[0]?.toLowerCase()}${end.slice(1)}` : (hit ?? end);
  return `${text}${r_multiple === null ? '' : ` · ${formatSigned(r_multiple)} R`}`;
}
