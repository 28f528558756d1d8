import type { ReactNode } from 'react';

interface DataTableProps {
  /** The accessible name of the table. */
  label: string;
  columns: readonly string[];
  /** Adds a column for the `DataActions` of each row. */
  hasActions?: boolean;
  children: ReactNode;
}

/** A table whose rows become cards on narrow screens. */
export function DataTable({ label, columns, hasActions = false, children }: DataTableProps) {
  return (
    <table aria-label={label} className="w-full text-sm max-lg:block">
      <thead className="text-left text-xs text-muted max-lg:sr-only">
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium">
              {column}
            </th>
          ))}
          {hasActions && (
            <th scope="col" className="py-2 text-right font-medium">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3">{children}</tbody>
    </table>
  );
}

/** `head` is the row header. */
export function DataRow({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <tr className="border-line max-lg:block max-lg:rounded-box max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b">
      <th
        scope="row"
        className="py-2.5 pr-4 text-left align-top font-normal wrap-anywhere max-lg:block max-lg:pt-0 lg:w-1/3"
      >
        {head}
      </th>
      {children}
    </tr>
  );
}

/** `label` is the column's name, which cards show. */
export function DataCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td
      data-label={label}
      className="py-2.5 align-top wrap-anywhere max-lg:grid max-lg:grid-cols-[6rem_minmax(0,1fr)] max-lg:gap-2 max-lg:py-1 max-lg:before:text-muted max-lg:before:content-[attr(data-label)] lg:pr-4"
    >
      <div>{children}</div>
    </td>
  );
}

export function DataActions({ children }: { children: ReactNode }) {
  return (
    <td className="py-2 align-top max-lg:block max-lg:pt-3 max-lg:pb-0 max-lg:has-[>div:empty]:hidden">
      <div className="flex justify-end gap-2 max-lg:flex-wrap">{children}</div>
    </td>
  );
}
