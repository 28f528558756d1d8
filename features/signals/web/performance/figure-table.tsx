import type { ReactNode } from 'react';
import { Figures } from '#core/web/ui/figure.tsx';

interface FigureTableProps {
  label: string;
  columns: readonly string[];
  /** The first cell of a row is its header. */
  rows: readonly (readonly [string, ...ReactNode[]])[];
}

/** The figures of a chart as a table, which opens on request. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    <details className="mt-3 text-sm">
      <summary className="link inline-block py-1">Show as a table</summary>
      <div className="mt-2">
        <table aria-label={label} className="w-full">
          <thead className="text-xs text-muted">
            <tr className="border-b border-line">
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1.5 text-end font-medium first:text-start">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <Figures>{name}</Figures>
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="figures py-1.5 text-end">
                    {typeof cell === 'string' ? <Figures>{cell}</Figures> : <span>{cell}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
