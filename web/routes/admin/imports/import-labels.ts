import type { ImportKind, PreviewStatus } from '#contract/imports/imports.ts';
import { formatCount } from '#web/ui/format-count.ts';

export const KIND_LABELS: Record<ImportKind, string> = {
  'board-meetings': 'Board meetings',
  'book-closures': 'Book closures',
  prices: 'Prices',
  'index-values': 'Index values',
  'intraday-prices': 'Intraday prices',
};

export const ROW_LABELS: Record<PreviewStatus, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  review: 'Needs review',
  rejected: 'Rejected',
  left_out: 'Left out',
};

/** Formats `1 row` or `12,500 rows`. */
export const formatRows = (number: number) => `${formatCount(number)} ${number === 1 ? 'row' : 'rows'}`;

/** Formats the rows that an import writes: `48 new and 2 changed rows`. */
export function formatWrittenRows(counts: { new: number; changed: number }): string {
  const parts = (['new', 'changed'] as const).filter((status) => counts[status] > 0);
  const last = parts.at(-1);
  if (!last) return 'no rows';
  return `${parts.map((status) => `${formatCount(counts[status])} ${status}`).join(' and ')} ${counts[last] === 1 ? 'row' : 'rows'}`;
}
