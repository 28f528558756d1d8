import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { MINUTE } from '#server/platform/clock.ts';

type State = Pick<SubscriptionRow, 'priceId' | 'periodEnd'>;

/** With another interval the charge grows as the unused time shrinks. An open dialog repeats its preview every minute. */
const VALID_MS = 10 * MINUTE;

/**
 * Returns what the amounts of a preview depend on: the plan that is credited, its period, the new plan and the time. It comes
 * back with the confirmation. It needs no signature, because it protects only the customer who sends it.
 */
export const makeBasis = (state: State, newPriceId: string, now: Date): string =>
  `${describeState(state, newPriceId)} ${now.toISOString()}`;

/** Returns true when the amounts of a preview are still right. */
export function isCurrentBasis(basis: string, state: State, newPriceId: string, now: Date): boolean {
  const prefix = `${describeState(state, newPriceId)} `;
  const previewedAt = basis.startsWith(prefix) ? Date.parse(basis.slice(prefix.length)) : Number.NaN;
  return Math.abs(now.getTime() - previewedAt) <= VALID_MS;
}

const describeState = ({ priceId, periodEnd }: State, newPriceId: string) =>
  `${priceId} ${periodEnd?.toISOString() ?? ''} ${newPriceId}`;
