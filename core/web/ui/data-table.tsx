import type { ReactNode } from 'react';

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  getKey: (row: Row) => string | number;
  /** The cells of a row by the name of their column. The first one is the row header. */
  columns: Record<string, (row: Row) => ReactNode>;
  /** The columns of numbers, which are aligned at their end. */
  numeric?: readonly string[];
  /** The buttons of a row, in a column of their own. */
  actions?: (row: Row) => ReactNode;
  /** Cards have two columns, with the names above the values: for many short values. */
  isDense?: boolean;
}

/** A table whose rows become cards on narrow screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, getKey, columns, numeric = [], actions, isDense = false } = props;
  const getAlignment = (column: string) => (numeric.includes(column) ? 'figures lg:text-end' : '');
  const [[, renderHead] = [], ...cells] = Object.entries(columns);
  return (
    <table aria-label={label} className="w-full text-sm max-lg:block">
      <thead className="text-start text-xs text-muted max-lg:sr-only">
        <tr className="border-b border-line">
          {Object.keys(columns).map((column) => (
            <th key={column} scope="col" className={`py-2 pe-4 font-medium ${getAlignment(column)}`}>
              {column}
            </th>
          ))}
          {actions && (
            <th scope="col" className="py-2 text-end font-medium">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3">
        {rows.map((row) => (
          <tr
            key={getKey(row)}
            className={`card-row ${isDense ? 'max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4' : ''}`}
          >
            <th
              scope="row"
              className="col-span-2 py-2.5 pe-4 text-start align-top font-normal wrap-anywhere max-lg:block max-lg:pt-0 lg:w-1/3"
            >
              {renderHead?.(row)}
            </th>
            {cells.map(([column, render]) => (
              <td
                key={column}
                // Cards show it.
                data-label={column}
                className={`card-cell wrap-anywhere max-lg:flex max-lg:flex-wrap max-lg:gap-x-2 ${isDense ? 'max-lg:before:w-full max-lg:before:text-xs' : 'max-lg:before:w-24'} ${getAlignment(column)}`}
              >
                <div className="max-lg:flex-1 max-lg:basis-36">{render(row)}</div>
              </td>
            ))}
            {actions && (
              <td className="col-span-2 py-2 align-top max-lg:block max-lg:pt-3 max-lg:pb-0 max-lg:has-[>div:empty]:hidden">
                <div className="flex justify-end gap-2 max-lg:flex-wrap lg:whitespace-nowrap">
                  {actions(row)}
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
