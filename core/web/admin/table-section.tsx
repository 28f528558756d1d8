import type { ComponentProps, RefObject } from 'react';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';

interface TableSectionProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'label'> {
  title: string;
  /** The level of the heading. */
  level?: 2 | 3;
  className?: string;
  /** The meaning of the rows, and what to do. */
  description?: string;
  /** Replaces the table if there are no rows. */
  emptyText?: string;
  /** The number of rows if not all of them are listed. */
  count?: number;
  /** Receives the focus when the focused button is removed. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
}

/** A titled table of a page with several ones. */
export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, level = 2, className, description, emptyText, headingRef, ...rest } = props;
  const { count = props.rows.length, ...table } = rest;
  const Heading = `h${level}` as const;
  return (
    <section className={className}>
      <Heading
        ref={headingRef}
        tabIndex={headingRef && -1}
        className={`${level === 2 ? 'text-lg' : 'font-semibold'} ${description ? '' : 'mb-2'}`}
      >
        {title}
      </Heading>
      {count === 0 ? (
        <p className="text-sm text-muted">{emptyText}</p>
      ) : (
        <>
          {description && <p className="mb-2 max-w-2xl text-sm text-muted">{description}</p>}
          <DataTable {...table} label={title} />
          {table.rows.length < count && (
            <p className="mt-2 text-sm text-muted">{`Showing ${table.rows.length} of ${formatCount(count)}.`}</p>
          )}
        </>
      )}
    </section>
  );
}
