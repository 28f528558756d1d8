import type { Import } from '#contract/imports/imports.ts';
import { KIND_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ImportStatus } from './import-status.tsx';
import { isInProgress } from './use-imports.ts';

interface ImportTableProps {
  imports: readonly Import[];
  onRevert: (target: Import) => void;
}

const COLUMNS = ['File', 'Started', 'Rows', 'Status'];

/** Shows each import as a table row on wide screens and as a card on narrow ones. */
export function ImportTable({ imports, onRevert }: ImportTableProps) {
  // While an import is in progress, it blocks every revert, and the table already shows it.
  const isBusy = imports.some(isInProgress);
  return (
    <table className="w-full text-sm max-lg:block">
      <thead className="text-left text-xs text-muted max-lg:sr-only">
        <tr className="border-b border-line">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="py-2 pr-4 font-medium">
              {column}
            </th>
          ))}
          <th scope="col" className="py-2 text-right font-medium">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3">
        {imports.map((record) => (
          <Row key={record.id} record={record} isBlockerShown={!isBusy} onRevert={() => onRevert(record)} />
        ))}
      </tbody>
    </table>
  );
}

const CELL =
  'py-2.5 align-top max-lg:grid max-lg:grid-cols-[4.5rem_minmax(0,1fr)] max-lg:gap-3 max-lg:py-1 lg:pr-4 ' +
  'max-lg:before:text-muted max-lg:before:content-[attr(data-label)]';

interface RowProps {
  record: Import;
  isBlockerShown: boolean;
  onRevert: () => void;
}

function Row({ record, isBlockerShown, onRevert }: RowProps) {
  return (
    <tr className="border-line max-lg:block max-lg:rounded-box max-lg:border max-lg:bg-surface max-lg:p-4 lg:border-b">
      <th
        scope="row"
        className="py-2.5 pr-4 text-left align-top font-normal wrap-anywhere max-lg:block max-lg:pt-0 lg:w-1/4"
      >
        <span className="block font-semibold">{record.file_name}</span>
        <span className="block text-muted">
          {KIND_LABELS[record.kind]} · {record.layout}
        </span>
      </th>
      <td data-label="Started" className={CELL}>
        <span>
          <PakistanTime at={record.started_at} />
          <span className="block wrap-anywhere text-muted">by {record.imported_by}</span>
        </span>
      </td>
      <td data-label="Rows" className={CELL}>
        <Rows record={record} />
      </td>
      <td data-label="Status" className={`${CELL} lg:w-1/4`}>
        <ImportStatus record={record} isBlockerShown={isBlockerShown} />
      </td>
      <td className="py-2 text-right align-top max-lg:block max-lg:py-0">
        <RevertAction record={record} onRevert={onRevert} />
      </td>
    </tr>
  );
}

function Rows({ record }: { record: Import }) {
  return (
    <span className="figures whitespace-normal">
      <span className="whitespace-nowrap">{formatCount(record.new)} new,</span>{' '}
      <span className="whitespace-nowrap">{formatCount(record.changed)} changed,</span>{' '}
      <span className="whitespace-nowrap">{formatCount(record.unchanged)} unchanged,</span>{' '}
      <span className={`whitespace-nowrap ${record.refused > 0 ? 'font-semibold' : ''}`}>
        {formatCount(record.refused)} rejected
      </span>
      {record.left_out > 0 && (
        <span className="whitespace-nowrap">, {formatCount(record.left_out)} left out</span>
      )}
    </span>
  );
}

/** The status column shows why an import cannot be reverted. */
function RevertAction({ record, onRevert }: { record: Import; onRevert: () => void }) {
  if (record.undo_refusal !== null || record.status === 'undone' || isInProgress(record)) return null;
  return (
    <Button variant="secondary" size="small" className="max-lg:mt-2" onClick={onRevert}>
      Revert
      <span className="sr-only"> {record.file_name}</span>
    </Button>
  );
}
