import type { LocalDate } from '#contract/dates.ts';
import type { ImportRecord, LayoutCatalog, ParsedRow, Values } from '#server/domains/imports/imports.ts';

/** The kinds of imports that write prices. */
export type PriceKind = 'prices' | 'index-values';

/** The values of a bar that files provide: rupees with two decimals, and the volume in shares. */
export interface BarValues {
  open: string | null;
  high: string | null;
  low: string | null;
  close: string;
  previousClose: string | null;
  volume: string | null;
  suffix: string | null;
}

/** The row of a symbol or an index on a date. */
export interface PriceRecord extends ImportRecord {
  symbol: string;
  date: LocalDate;
  values: Partial<BarValues> | { value: string };
}

export type PriceRow = ParsedRow<PriceRecord>;
export type PriceCatalog = LayoutCatalog<PriceRecord>;

/** All values of a row after the import. */
export interface PriceWrite {
  symbol: string;
  date: LocalDate;
  isNew: boolean;
  values: Values;
}
