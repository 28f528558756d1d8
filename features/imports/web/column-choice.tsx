import { useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { REPAIR_COLUMNS, type Repairs } from '#features/imports/contract/imports.ts';
import { type FileToImport, KIND_LABELS, type UnknownLayout } from './import-queries.ts';
import { getFieldLabel } from './row-repair.tsx';

interface ColumnChoiceProps {
  unknown: UnknownLayout;
  isBusy: boolean;
  onChoose: (file: FileToImport, repairs: Repairs) => void;
}

/** The first rows of a file whose layout is unknown, to choose what each column has. */
export function ColumnChoice({ unknown: { file, rows }, isBusy, onChoose }: ColumnChoiceProps) {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const [columns, setColumns] = useState(() =>
    Array.from({ length: width }, (_, index) => file.repairs?.columns?.[index] ?? ''),
  );
  const options = [
    { value: '', label: 'Not read' },
    ...REPAIR_COLUMNS[file.kind].map((value) => ({ value, label: getFieldLabel(value) })),
  ];
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
      <p className="mb-4 text-muted">
        {`These are the first rows of ${file.file_name}. Choose what each column of the ${KIND_LABELS[file.kind].toLowerCase()} has, or change the content above.`}
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onChoose(file, { ...file.repairs, columns });
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
