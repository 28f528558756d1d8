import { toPaisa } from '#contract/signals/price.ts';
import type { Values } from '#server/domains/imports/imports.ts';
import { formatPaisa } from './parse-amounts.ts';
import type { PriceKind } from './price-records.ts';

type ColumnType = 'paisa' | 'shares' | 'text';

interface Series {
  table: string;
  /** The column and its type by field name. */
  fields: Readonly<Record<string, { column: string; type: ColumnType }>>;
}

/** The table and the columns for each kind of import. */
export const SERIES: Readonly<Record<PriceKind, Series>> = {
  prices: {
    table: 'price_bars',
    fields: {
      open: { column: 'open', type: 'paisa' },
      high: { column: 'high', type: 'paisa' },
      low: { column: 'low', type: 'paisa' },
      close: { column: 'close', type: 'paisa' },
      previousClose: { column: 'previous_close', type: 'paisa' },
      volume: { column: 'volume', type: 'shares' },
      suffix: { column: 'suffix', type: 'text' },
    },
  },
  'index-values': {
    table: 'index_values',
    fields: { value: { column: 'value', type: 'paisa' } },
  },
};

export type StoredRow = { symbol: string; date: string } & Record<string, number | string | null>;

/** Converts a stored row to values as files provide them. */
export function toValues(kind: PriceKind, row: StoredRow): Values {
  return Object.fromEntries(
    Object.entries(SERIES[kind].fields).map(([field, { column, type }]) => {
      const value = row[column] ?? null;
      if (value === null) return [field, null];
      return [field, type === 'paisa' ? formatPaisa(Number(value)) : String(value)];
    }),
  );
}

/** Converts values to columns. */
export function toColumns(kind: PriceKind, values: Values): Record<string, number | string | null> {
  return Object.fromEntries(
    Object.entries(SERIES[kind].fields).map(([field, { column, type }]) => {
      const value = values[field] ?? null;
      if (value === null || type === 'text') return [column, value];
      return [column, type === 'paisa' ? toPaisa(value) : Number(value)];
    }),
  );
}
