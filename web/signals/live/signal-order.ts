import type { Signal } from '#contract/signals/signal.ts';
import type { SignalOrdering } from '#contract/signals/signal-types.ts';
import { isOpenSignal } from '#web/signals/signal-labels.ts';

type Compare = (a: Signal, b: Signal) => number;

/** Compares signals in an order of the API (`SIGNAL_ORDERINGS`), which the server implements in SQL. */
export function compareSignals(ordering: SignalOrdering, a: Signal, b: Signal): number {
  for (const compare of [...ORDERS[ordering], newestFirst, lastIdFirst]) {
    const order = compare(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares texts by code units, as the server does. */
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const openFirst: Compare = (a, b) => Number(isOpenSignal(b)) - Number(isOpenSignal(a));
const newestFirst: Compare = (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at);
const lastIdFirst: Compare = (a, b) => compareTexts(b.id, a.id);

/** Returns when a signal was last changed, or published. */
export const getChangeTime = ({ changed_at, created_at }: Signal) => Date.parse(changed_at ?? created_at);

const RISKS: readonly Signal['risk_type'][] = ['low', 'medium', 'high'];

const ORDERS: Record<SignalOrdering, readonly Compare[]> = {
  open_first: [openFirst],
  '-created_at': [],
  '-changed_at': [(a, b) => getChangeTime(b) - getChangeTime(a)],
  symbol: [openFirst, (a, b) => compareTexts(a.symbol, b.symbol)],
  risk_type: [openFirst, (a, b) => RISKS.indexOf(a.risk_type) - RISKS.indexOf(b.risk_type)],
};
