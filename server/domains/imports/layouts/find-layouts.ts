import type { ImportRecord } from '#server/domains/imports/parse/records.ts';
import type { ColumnLayout, LayoutCatalog } from './layout.ts';

/** Finds the layouts of a table or a list with these columns. */
export function findColumnLayouts<R extends ImportRecord>(
  catalog: LayoutCatalog<R>,
  form: 'table' | 'json',
  columns: { has(name: string): boolean },
): ColumnLayout<R>[] {
  const has = (...anyOf: string[]) => anyOf.some((name) => columns.has(name));
  return catalog.columns.filter((layout) => layout.forms.includes(form) && layout.matches(has));
}

/** Finds the layouts of a table without a header that has this row. */
export const findHeaderlessLayouts = <R extends ImportRecord>(
  catalog: LayoutCatalog<R>,
  cells: readonly string[],
): ColumnLayout<R>[] => catalog.columns.filter((layout) => layout.nameColumns?.(cells));
