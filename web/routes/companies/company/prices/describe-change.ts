import { type Price, toPaisa } from '#contract/signals/price.ts';

/** The change of a price with its sign in text, shape and color. */
export interface PriceChange {
  direction: 'up' | 'down' | 'none';
  /** `+3.25`, `−3.25` or `0.00`. */
  amount: string;
  /** `+0.69%`. */
  percent: string;
}

/** Describes the change from one price to another. The minus sign is the typographic one, as wide as the plus. */
export function describeChange(from: Price, to: Price): PriceChange {
  const paisa = toPaisa(to) - toPaisa(from);
  const sign = paisa > 0 ? '+' : paisa < 0 ? '−' : '';
  const percent = (Math.abs(paisa) / toPaisa(from)) * 100;
  return {
    direction: paisa > 0 ? 'up' : paisa < 0 ? 'down' : 'none',
    amount: `${sign}${(Math.abs(paisa) / 100).toFixed(2)}`,
    percent: `${sign}${percent.toFixed(2)}%`,
  };
}
