import type { LocalDate } from '#contract/dates.ts';
import type { PastClosure } from '#server/domains/corporate-actions/corporate-actions.ts';
import type { ShareChange } from '#server/domains/prices/adjustments/calculate-factor.ts';
import { listChanges } from '#server/domains/prices/adjustments/record-adjustments.ts';

/** The step of a price at an ex-date: the price before is `factor` times the price after, plus `amount`. */
export interface PayoutStep {
  /** The number of trading days from the ex-date to the last one. */
  daysAgo: number;
  factor: number;
  amount: number;
  /** The exchange's mark of the day. */
  suffix: 'XD' | 'XB' | 'XR' | null;
}

/** Returns the steps of a company's closures on these days, which are newest first; the newest step first. */
export function listPayoutSteps(
  closures: readonly PastClosure[],
  days: readonly LocalDate[],
): readonly PayoutStep[] {
  const steps = closures.flatMap((closure): PayoutStep[] => {
    const daysAgo = days.indexOf(closure.exDate);
    if (daysAgo === -1) return [];
    const changes = listChanges(closure).map(({ change }) => ({ daysAgo, ...toStep(change) }));
    if (closure.rupeesPerShare === null) return changes;
    return [{ daysAgo, factor: 1, amount: Number(closure.rupeesPerShare), suffix: 'XD' }, ...changes];
  });
  return steps.sort((a, b) => a.daysAgo - b.daysAgo);
}

function toStep(change: ShareChange): Omit<PayoutStep, 'daysAgo'> {
  switch (change.kind) {
    case 'bonus':
      return { factor: 1 + Number(change.percent) / 100, amount: 0, suffix: 'XB' };
    case 'split':
      return { factor: Number(change.newShares) / Number(change.oldShares), amount: 0, suffix: null };
    case 'right': {
      const share = Number(change.percent) / 100;
      return { factor: 1 + share, amount: -share * Number(change.subscriptionPrice), suffix: 'XR' };
    }
  }
}

/** Converts a price in today's shares, without payouts since, to the price as traded on a day. */
export const toTraded = (price: number, daysAgo: number, steps: readonly PayoutStep[]): number =>
  steps
    .filter((step) => step.daysAgo < daysAgo)
    .reduce((traded, { factor, amount }) => factor * traded + amount, price);

/** The inverse of `toTraded`. */
export const fromTraded = (price: number, daysAgo: number, steps: readonly PayoutStep[]): number =>
  steps
    .filter((step) => step.daysAgo < daysAgo)
    .reduceRight((traded, { factor, amount }) => (traded - amount) / factor, price);
