import { type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#contract/dates.ts';
import { priceBars } from '#server/domains/prices/prices.tables.ts';

/** A bar of a symbol as stored, in paisa. */
export type Bar = Omit<typeof priceBars.$inferSelect, 'symbol'>;

type BarValues = [
  date: LocalDate,
  open: number | null,
  high: number | null,
  low: number | null,
  close: number,
  previousClose: number | null,
  volume: number | null,
  suffix: string | null,
  importId: number | null,
];

/** Selects the bars of a symbol by date as one value, which takes a fraction of the time of as many rows; `null` without any. */
export function aggregateBars(): SQL<BarValues[] | null> {
  const { date, open, high, low, close, previousClose, volume, suffix, importId } = priceBars;
  return sql`json_agg(json_build_array(${date}, ${open}, ${high}, ${low}, ${close}, ${previousClose}, ${volume},
    ${suffix}, ${importId}) order by ${date})`;
}

export const toBars = (values: readonly BarValues[] | null): Bar[] =>
  (values ?? []).map(([date, open, high, low, close, previousClose, volume, suffix, importId]) => ({
    date,
    open,
    high,
    low,
    close,
    previousClose,
    volume,
    suffix,
    importId,
  }));
