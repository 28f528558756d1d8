interface Column {
  name: string;
  /** The width, and the alignment of the name. */
  className: string;
}

interface ColumnsProps {
  columns: readonly Column[];
}

/**
 * The names of the columns above several tables, which stay in sight while the tables scroll. Each table repeats them for screen
 * readers (`ColumnHeaders`). The tables have a fixed layout, so that their columns have these widths.
 */
export function ColumnNames({ columns, className }: ColumnsProps & { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`sticky top-header z-2 -mb-4 flex border-b border-line-strong bg-page text-xs font-medium text-muted ${className}`}
    >
      {columns.map((column) => (
        <span key={column.name} className={`py-2 pe-4 last:pe-0 ${column.className || 'flex-1'}`}>
          {column.name}
        </span>
      ))}
    </div>
  );
}

/** The column headers of one of the tables, for screen readers, and the widths of its columns. */
export function ColumnHeaders({ columns }: ColumnsProps) {
  return (
    <>
      <colgroup>
        {columns.map(({ name, className }) => (
          <col key={name} className={className} />
        ))}
      </colgroup>
      <thead className="sr-only">
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
