import { useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';

interface ColumnChoiceProps {
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  /** What was chosen before. */
  chosen?: readonly string[] | undefined;
  /** What a column can have. */
  columns: readonly { value: string; label: string }[];
  description: string;
  isBusy: boolean;
  onChoose: (columns: string[]) => void;
}

/** The first rows of a file whose layout is unknown, to choose what each column has. */
export function ColumnChoice({
  rows,
  chosen,
  columns: names,
  description,
  isBusy,
  onChoose,
}: ColumnChoiceProps) {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const [columns, setColumns] = useState(() =>
    Array.from({ length: width }, (_, index) => chosen?.[index] ?? ''),
  );
  const options = [{ value: '', label: 'Not read' }, ...names];
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-labelledby="column-choice"
      className="rounded-box border border-line-strong p-4 sm:p-5"
    >
      <h3 id="column-choice" className="text-lg">
        Choose the columns
      </h3>
      <p className="mb-4 text-muted">{description}</p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onChoose(columns);
        }}
      >
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
            <li key={index} className="min-w-0">
              <SelectField
                label={`Column ${index + 1}`}
                value={column}
                options={options}
                onChange={({ target }) =>
                  setColumns(columns.map((each, at) => (at === index ? target.value : each)))
                }
              />
              <ul className="mt-1 text-sm text-muted">
                {rows.slice(0, 4).map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not change, and two can be equal
                  <li key={at} className="truncate">
                    {row[index] || '–'}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <Button type="submit" busy={isBusy} className="w-fit">
          {isBusy ? 'Checking…' : 'Preview with these columns'}
        </Button>
      </form>
    </section>
  );
}
