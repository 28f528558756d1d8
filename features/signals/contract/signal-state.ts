import * as z from 'zod/mini';
import { formatShortDate } from '#core/contract/dates.ts';
import { decimal } from '#core/contract/fields.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';

/**
 * The states of a signal, in the order of a trader's work: those that can still be acted on, the one that waits for prices, and
 * those that have ended. `docs/evaluation.md` has their meaning and their precedence.
 */
export const STATE_LABELS = {
  waiting: 'Waiting for entry',
  entry_missed: 'Entry missed',
  entered: 'Entered',
  target_hit: 'Target hit',
  awaiting_prices: 'Awaiting prices',
  closed_target: 'Closed at target',
  stopped: 'Stopped',
  closed_breakeven: 'Stopped at the entry price',
  closed_manual: 'Closed by the analyst',
  closed_time: 'Closed at the time limit',
  closed_session_end: 'Closed at session end',
  closed_trading_ended: 'Closed because trading ended',
  expired: 'Expired without entry',
  canceled: 'Canceled without entry',
  not_measurable: 'Not measurable',
  no_prices: 'Expired without prices',
  overridden: 'Result overridden',
  voided: 'Voided',
  deleted: 'Deleted',
} as const;
export type StateKind = keyof typeof STATE_LABELS;
export const STATE_KINDS = Object.keys(STATE_LABELS) as StateKind[];

/** The computed state of a signal, the same wherever the signal is shown. */
export const SignalState = z.object({
  kind: z.enum(STATE_KINDS),
  /** The targets that were reached while the position was open. */
  targets_hit: z.int(),
  /** In R before costs, with two decimals: the result, or an open position at its last close; `null` without an entry. */
  r_multiple: z.nullable(decimal),
  /** The date of the price that the state rests on, or on which the signal ended; `null` without a price since publication. */
  as_of: z.nullable(z.iso.date()),
  /** The signal is active, and prices of a later session are missing. */
  is_old: z.boolean(),
  /** The public reason of an administrator's decision. */
  reason: z.nullable(z.string()),
});
export type SignalState = z.infer<typeof SignalState>;

const ACTIVE: ReadonlySet<StateKind> = new Set(['waiting', 'entry_missed', 'entered', 'target_hit']);

/** Returns whether a signal is active: its entry can still be filled, or its position is open. */
export const isActiveState = ({ kind }: Pick<SignalState, 'kind'>): boolean => ACTIVE.has(kind);

/** What lists can be filtered by: one state, or those in which signals are active. */
export const STATE_FILTERS = ['active', 'ended', ...STATE_KINDS] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** Returns whether a state is the one, or one of those, that a list is filtered by. */
export function isInState(state: Pick<SignalState, 'kind'>, filter: StateFilter | undefined): boolean {
  if (filter === undefined) return true;
  if (filter === 'active' || filter === 'ended') return isActiveState(state) === (filter === 'active');
  return state.kind === filter;
}

/** Returns the name of a state: `Waiting for entry`, `TP2 hit`. */
export const getStateLabel = ({ kind, targets_hit }: Pick<SignalState, 'kind' | 'targets_hit'>): string =>
  kind === 'target_hit' ? `TP${targets_hit} hit` : STATE_LABELS[kind];

/**
 * Describes the result and the price of a state: `+0.40 R at the close of 25 Nov 2026`. Returns `null` if there is nothing to add to
 * the label. A signal that awaits prices has none: what ended it is its call status.
 */
export function describeState({ kind, targets_hit, r_multiple, as_of, is_old }: SignalState): string | null {
  if (kind === 'awaiting_prices') return null;
  const isActive = ACTIVE.has(kind);
  const hit = targets_hit > 0 && !isActive && kind !== 'closed_target' ? `after TP${targets_hit}, ` : '';
  const result = r_multiple === null ? '' : `${hit}${formatSigned(r_multiple)} R`;
  if (as_of === null) return is_old ? 'No prices since publication' : result || null;
  const date = formatShortDate(as_of);
  if (!isActive) return result ? `${result} on ${date}` : `Ended on ${date}`;
  return `${result ? `${result} at` : 'By'} the close of ${date}${is_old ? '; newer prices are missing' : ''}`;
}
