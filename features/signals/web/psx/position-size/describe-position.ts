import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Position, PositionSettings } from './calculate-position.ts';

/** Formats paisa as `Rs. 200,000.00`. */
export function formatAmount(paisa: bigint): string {
  const figures = String(paisa).padStart(3, '0');
  return `Rs. ${groupThousands(figures.slice(0, -2))}.${figures.slice(-2)}`;
}

export const groupThousands = (figures: string): string => figures.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Formats an amount as a percentage of the capital, rounded to two decimals. */
export const formatShare = (amount: bigint, capital: bigint): string =>
  `${formatHundredths((amount * 20_000n + capital) / (capital * 2n))} %`;

function formatHundredths(hundredths: bigint): string {
  const figures = String(hundredths).padStart(3, '0');
  return `${groupThousands(figures.slice(0, -2))}.${figures.slice(-2)}`;
}

/** Formats hundredths of a percent as they are typed: 100 → `1 %`, 150 → `1.5 %`. */
const formatRisk = (risk: bigint): string => `${formatHundredths(risk).replace(/\.?0+$/, '')} %`;

/** Explains the result of a calculation in sentences. */
export function describePosition(
  { stop_loss }: Pick<Levels, 'stop_loss'>,
  { capital, risk }: PositionSettings,
  position: Position,
): string[] {
  const { shares, limit, budget, loss } = position;
  const chosen = `${formatAmount(budget)} (${formatRisk(risk)} of ${formatAmount(capital)})`;
  if (shares === 0n)
    return [
      limit === 'risk'
        ? `No share: one loses ${formatAmount(position.lossPerShare)} at the stop, and you risk ${chosen}.`
        : `No share: one needs ${formatAmount(position.neededPerShare)}, and your capital is ${formatAmount(capital)}.`,
    ];
  return [
    `You lose ${formatAmount(loss)} (${formatShare(loss, capital)} of ${formatAmount(capital)}) if the price reaches the stop of ${formatRupees(stop_loss)}.`,
    limit === 'risk'
      ? `The limit is your risk of ${chosen}.`
      : `The limit is your capital, which covers no more shares; the risk that you chose is ${chosen}.`,
  ];
}
