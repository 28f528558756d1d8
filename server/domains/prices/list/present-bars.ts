import type { PriceBar } from '#contract/market/prices.ts';
import { formatPaisa } from '#server/domains/prices/import/parse-amounts.ts';
import type { BarRow } from './prices.queries.ts';

export function presentBar({ date, open, high, low, close, volume, suffix }: BarRow): PriceBar {
  return {
    date,
    open: formatPrice(open),
    high: formatPrice(high),
    low: formatPrice(low),
    close: formatPaisa(close),
    volume,
    suffix,
    is_close_only: high === null,
  };
}

export const formatPrice = (paisa: number | null): string | null =>
  paisa === null ? null : formatPaisa(paisa);
