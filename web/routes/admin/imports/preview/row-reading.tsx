import type { PreviewedRow } from '#contract/imports/imports.ts';
import { getFieldLabel } from './field-labels.ts';

/** How each cell of a row was read, and the values that follow from it. Open for rows that wait for the administrator. */
export function RowReading({ row: { status, cells, values, text } }: { row: PreviewedRow }) {
  if (cells.length === 0) return null;
  return (
    <details open={status === 'review'} className="mt-1 font-sans text-sm whitespace-normal">
      <summary className="link w-fit cursor-pointer py-1">How the row was read</summary>
      <p className="mt-1 font-mono text-xs whitespace-pre-wrap text-muted">{text}</p>
      <div className="mt-1 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <Pairs title="Cells" pairs={cells.map((cell) => [cell.text, cell.role])} />
        {values.length > 0 && (
          <Pairs title="Values" pairs={values.map(({ field, value }) => [getFieldLabel(field), value])} />
        )}
      </div>
    </details>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: (readonly [string, string])[] }) {
  return (
    <div>
      <p className="text-xs font-medium text-muted">{title}</p>
      <ul>
        {pairs.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of a row do not change, and two cells can be equal
          <li key={index}>
            <span className="font-medium">{name}</span>: {value}
          </li>
        ))}
      </ul>
    </div>
  );
}
