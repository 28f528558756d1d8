import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { formatRupees, type Price, toPaisa } from '#features/signals/contract/levels/price.ts';
import { describeRatio, listLevels } from './describe-levels.ts';

/** Describes the levels at publication as text for screen readers, and the current stop if it has moved. */
export function describeLevels(levels: Levels, currentStop: Price = levels.stop_loss): string {
  const parts = listLevels(levels).map(({ name, price, change }) =>
    change === ''
      ? `${name} ${formatRupees(price)}`
      : `${name} ${formatRupees(price)} (${change} from entry)`,
  );
  const order = levels.order_type === 'buy' ? 'Buy' : 'Sell';
  const description = `${order}. ${parts.join(', ')}. Reward to risk from entry: ${describeRatio(levels)}.`;
  if (toPaisa(currentStop) === toPaisa(levels.stop_loss)) return description;
  return `At publication: ${description} Stop loss now ${formatRupees(currentStop)}.`;
}
