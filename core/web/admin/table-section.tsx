import type { ComponentProps, RefObject } from 'react';
import { DataTable } from '#core/web/ui/data-table.tsx';

interface TableSectionProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'label'> {
  title: string;
  /** The meaning of the rows, and what to do. */
  description?: string;
  /** Replaces the table if there are no rows. */
  emptyText: string;
  /** The number of rows if not all of them are listed. */
  count?: number;
  /** Receives the focus when the focused button is removed. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** A titled table of a page with several ones. */
export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, description, emptyText, count = props.rows.length, headingRef, ...table } = props;
  return (
    <section>
      <h2 ref={headingRef} tabIndex={headingRef && -1} className={description ? 'text-lg' : 'mb-2 text-lg'}>
        {title}
      </h2>
      {count === 0 ? (
        <p className="text-sm text-muted">{emptyText}</p>
      ) : (
        <>
          {description && <p className="mb-2 max-w-2xl text-sm text-muted">{description}</p>}
          <DataTable {...table} label={title} />
          {table.rows.length < count && (
            <p className="mt-2 text-sm text-muted">{`Showing ${table.rows.length} of ${count}.`}</p>
          )}
        </>
      )}
    </section>
  );
}
