import type { PreviewedRow, PreviewStatus } from '#contract/corporate-actions/imports.ts';
import { formatCount, ROW_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { rejectedRowsToCsv } from './rejected-rows.ts';

interface PreviewedRowsProps {
  status: PreviewStatus;
  /** The total number of rows; only the first ones are listed. */
  total: number;
  rows: readonly PreviewedRow[];
  fileName: string;
}

/** The rows of one status. */
export function PreviewedRows({ status, total, rows, fileName }: PreviewedRowsProps) {
  if (total === 0) return <p className="py-6 text-muted">No {ROW_LABELS[status].toLowerCase()} rows.</p>;
  const isRejected = status === 'refused';
  const download = () =>
    saveFile(
      `rejected rows of ${fileName.replace(/\.\w+$/, '')}.csv`,
      new Blob([rejectedRowsToCsv(rows)], { type: 'text/csv' }),
    );
  return (
    <>
      {isRejected && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">You can import the other rows without these.</p>
          <Button variant="secondary" size="small" onClick={download}>
            {total > rows.length ? `Download first ${formatCount(rows.length)}` : 'Download rejected rows'}
          </Button>
        </div>
      )}
      <table className="w-full text-sm max-lg:block">
        <thead className="text-left text-xs text-muted max-lg:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-4 text-right font-medium">
              Line
            </th>
            {!isRejected && (
              <th scope="col" className="py-2 pr-4 font-medium">
                Company
              </th>
            )}
            <th scope="col" className="py-2 pr-4 font-medium">
              {isRejected ? 'Original row' : 'Content'}
            </th>
            {status === 'changed' && (
              <th scope="col" className="py-2 font-medium">
                Changes
              </th>
            )}
            {isRejected && (
              <th scope="col" className="py-2 font-medium">
                Reason
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview do not change, and one line can have two rows
            <Row key={index} row={row} />
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="mt-3 text-muted">and {formatCount(total - rows.length)} more, not listed.</p>
      )}
    </>
  );
}

const CELL = 'py-2 align-top wrap-anywhere max-lg:block max-lg:py-0.5 lg:pr-4';

function Row({ row }: { row: PreviewedRow }) {
  const isRejected = row.status === 'refused';
  return (
    <tr className="border-b border-line max-lg:block max-lg:py-2">
      <td className={`${CELL} figures text-muted lg:w-16 lg:text-right`}>
        <span className="lg:hidden">Line </span>
        {row.line}
      </td>
      {!isRejected && (
        <td className={`${CELL} lg:w-1/4`}>
          {row.symbol && <span className="font-semibold">{row.symbol} </span>}
          {row.company_name}
        </td>
      )}
      <td className={`${CELL} ${isRejected ? 'font-mono text-xs whitespace-pre-wrap lg:w-1/2' : ''}`}>
        {row.summary}
      </td>
      {row.status === 'changed' && (
        <td className={`${CELL} lg:w-2/5`}>
          <Changes changes={row.changes} />
        </td>
      )}
      {isRejected && <td className={`${CELL} text-danger`}>{row.reason}</td>}
    </tr>
  );
}

const FIELD_LABELS: Record<string, string> = {
  bc_from: 'First day of the closure',
  bc_to: 'Last day of the closure',
  ex_date: 'Ex-date',
};

/** Returns the label of a column: `Meeting time` for `meeting_time`. */
const getFieldLabel = (field: string) =>
  FIELD_LABELS[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;

function Changes({ changes }: { changes: PreviewedRow['changes'] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {getFieldLabel(field)}: <del className="text-muted">{before || 'empty'}</del>{' '}
          <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span>{' '}
          <ins className="font-semibold no-underline">{after || 'empty'}</ins>
        </li>
      ))}
    </ul>
  );
}
