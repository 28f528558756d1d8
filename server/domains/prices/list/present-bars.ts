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

/** Returns the time of an import as RFC 3339, `null` for invented prices, which have no import. */
export const getImportTime = (times: ReadonlyMap<number, Date>, importId: number | null): string | null =>
  (importId === null ? null : times.get(importId)?.toISOString()) ?? null;
