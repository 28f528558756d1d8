import { writeCsv } from '#core/contract/text/csv.ts';
import { Button } from '#core/web/ui/button.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { saveFile } from '#core/web/ui/save-file.ts';
import type { PreviewedRow, PreviewStatus } from '#features/imports/contract/imports.ts';
import { ROW_LABELS } from './import-queries.ts';
import { getFieldLabel, type Repairing, RowRepair } from './row-repair.tsx';

interface PreviewedRowsProps {
  status: PreviewStatus;
  /** The total number of rows; only the first ones are listed. */
  total: number;
  rows: readonly PreviewedRow[];
  fileName: string;
  /** The keys of confirmed rows. */
  confirmed: readonly string[];
  onToggle: (key: string) => void;
  onConfirmAll: (keys: string[]) => void;
  repairing: Repairing;
}

/** A row without a symbol first needs its company. */
export const canConfirm = ({ status, needs_company }: PreviewedRow) => status === 'review' && !needs_company;

const canRepair = ({ status }: PreviewedRow) => status === 'review' || status === 'rejected';

/** The rows of one status. */
export function PreviewedRows({
  status,
  total,
  rows,
  fileName,
  confirmed,
  onToggle,
  onConfirmAll,
  repairing,
}: PreviewedRowsProps) {
  if (total === 0) return <p className="py-6 text-muted">{`No ${ROW_LABELS[status].toLowerCase()} rows.`}</p>;
  // Rows of a bank statement are about no company.
  const hasCompanies = rows.some((row) => row.symbol ?? (row.company_name || row.needs_company));
  const columns = [
    ...(isUnread(status) ? ['Original row'] : [...(hasCompanies ? ['Company'] : []), 'Content']),
    ...(status === 'changed' ? ['Changes'] : []),
    ...(status in REASON_STYLES ? ['Reason'] : []),
  ];
  const download = () =>
    saveFile(
      `rejected rows of ${fileName.replace(/\.\w+$/, '')}.csv`,
      new Blob([rejectedRowsToCsv(rows)], { type: 'text/csv' }),
    );
  return (
    <>
      {status === 'review' && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            Compare each row with its source. Rows that you do not confirm are left out.
          </p>
          {rows.filter(canConfirm).length > 1 && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => onConfirmAll(rows.filter(canConfirm).map(({ key }) => key))}
            >
              {total > rows.length
                ? `Confirm the ${formatCount(rows.length)} listed rows`
                : 'Confirm all rows'}
            </Button>
          )}
        </div>
      )}
      {status === 'rejected' && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">These rows are not imported. Correct them here, or in the file.</p>
          <Button variant="secondary" size="small" onClick={download}>
            {total > rows.length ? `Download first ${formatCount(rows.length)}` : 'Download rejected rows'}
          </Button>
        </div>
      )}
      <table className="w-full text-sm max-lg:block">
        <thead className="text-start text-xs text-muted max-lg:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pe-4 text-end font-medium">
              Line
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pe-4 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              hasCompanies={hasCompanies}
              isConfirmed={confirmed.includes(row.key)}
              onToggle={() => onToggle(row.key)}
              repairing={repairing}
            />
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="mt-3 text-muted">{`and ${formatCount(total - rows.length)} more, not listed.`}</p>
      )}
    </>
  );
}

/** The rows are shown as they are in the file. */
const isUnread = (status: PreviewStatus) => status === 'rejected' || status === 'left_out';

const REASON_STYLES: Partial<Record<PreviewStatus, string>> = {
  review: 'text-warning lg:w-1/3',
  rejected: 'text-danger',
  left_out: 'text-muted',
};

const CELL = 'py-2 align-top wrap-anywhere max-lg:block max-lg:py-0.5 lg:pe-4';

interface RowProps {
  row: PreviewedRow;
  hasCompanies: boolean;
  isConfirmed: boolean;
  onToggle: () => void;
  repairing: Repairing;
}

function Row({ row, hasCompanies, isConfirmed, onToggle, repairing }: RowProps) {
  return (
    <tr className="border-b border-line max-lg:block max-lg:py-2">
      <td className={`${CELL} figures text-muted lg:w-16 lg:text-end`}>
        <span className="lg:hidden">Line </span>
        <span>{row.line}</span>
      </td>
      {hasCompanies && !isUnread(row.status) && (
        <td className={`${CELL} lg:w-1/4`}>
          {row.symbol && <span className="font-semibold">{`${row.symbol} `}</span>}
          <span>{row.company_name}</span>
        </td>
      )}
      <td
        className={`${CELL} ${isUnread(row.status) ? 'font-mono text-xs whitespace-pre-wrap lg:w-1/2' : ''}`}
      >
        <span>{row.summary}</span>
        {row.status === 'review' && row.changes.length > 0 && <Changes changes={row.changes} />}
        <RowReading row={row} />
        {canRepair(row) && <RowRepair row={row} {...repairing} />}
        {canConfirm(row) && (
          <label className="mt-1 flex min-h-11 items-center gap-2 font-semibold">
            <input type="checkbox" className="size-5" checked={isConfirmed} onChange={onToggle} />
            <span>{`Confirm line ${row.key}`}</span>
          </label>
        )}
      </td>
      {row.status === 'changed' && (
        <td className={`${CELL} lg:w-2/5`}>
          <Changes changes={row.changes} />
        </td>
      )}
      {row.reason !== null && <td className={`${CELL} ${REASON_STYLES[row.status] ?? ''}`}>{row.reason}</td>}
    </tr>
  );
}

function Changes({ changes }: { changes: PreviewedRow['changes'] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span>{getFieldLabel(field)}</span>: <del className="text-muted">{before || 'empty'}</del>{' '}
          <span aria-hidden="true">→</span>
          <span className="sr-only">becomes</span>{' '}
          <ins className="font-semibold no-underline">{after || 'empty'}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Writes rejected rows as a CSV file with their line, reason and original text, to be corrected and imported again. */
export const rejectedRowsToCsv = (rows: readonly PreviewedRow[]): string =>
  writeCsv(
    rows.map(({ line, reason, summary }) => [line, reason, summary]),
    ['Line', 'Reason', 'Row'],
  );

/** How each cell of a row was read, and the values that follow from it. Open for rows that wait for the administrator. */
function RowReading({ row: { status, cells, values, text } }: { row: PreviewedRow }) {
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
            <span className="font-medium">{name}</span>: <span>{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
