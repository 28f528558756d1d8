import type { Elements } from '#core/web/ui/elements.ts';

interface Column<Row> {
  name: string;
  render: (row: Row) => Elements;
  /** Other columns than the first one are aligned at their end, unless they are texts. */
  isText?: boolean;
  /** Phones have no room for it. */
  isHiddenOnPhones?: boolean;
}

interface CompactTableProps<Row> {
  /** The id of the heading that names it. */
  labelledBy: string;
  rows: readonly Row[];
  getKey: (row: Row) => string | number;
  /** The first one is that of the row headers. */
  columns: readonly Column<Row>[];
}

/** A table of short values, with a line for each row on phones too. */
export function CompactTable<Row>({ labelledBy, rows, getKey, columns }: CompactTableProps<Row>) {
  const getClass = ({ isText, isHiddenOnPhones }: Column<Row>, index: number) =>
    `${index === 0 ? 'text-start' : isText ? 'ps-6 text-start' : 'ps-1.5 text-end sm:ps-3'} ${isHiddenOnPhones ? 'max-sm:hidden' : ''}`;
  return (
    <table aria-labelledby={labelledBy} className="w-full text-sm [&_td]:py-1.5 [&_th]:py-1.5">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          {columns.map((column, index) => (
            <th key={column.name} scope="col" className={`font-medium ${getClass(column, index)}`}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)} className="border-b border-line">
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.name} scope="row" className="text-start font-normal wrap-anywhere">
                  {column.render(row)}
                </th>
              ) : (
                <td
                  key={column.name}
                  className={`${column.isText ? '' : 'figures whitespace-nowrap'} ${getClass(column, index)}`}
                >
                  {column.render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
