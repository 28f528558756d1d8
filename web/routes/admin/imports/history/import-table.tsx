import type { Import } from '#contract/imports/imports.ts';
import { KIND_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { ImportStatus } from './import-status.tsx';
import { isInProgress } from './use-imports.ts';

interface ImportTableProps {
  imports: readonly Import[];
  onRevert: (target: Import) => void;
}

/** Shows each import as a table row on wide screens and as a card on narrow ones. */
export function ImportTable({ imports, onRevert }: ImportTableProps) {
  // While an import is in progress, it blocks every revert, and the table already shows it.
  const isBusy = imports.some(isInProgress);
  return (
    <DataTable
      label="Imports"
      rows={imports}
      getKey={({ id }) => id}
      columns={{
        File: ({ file_name, kind, layout }) => (
          <>
            <span className="block font-semibold">{file_name}</span>
            <span className="block text-muted">
              {KIND_LABELS[kind]} · {layout}
            </span>
          </>
        ),
        Started: ({ started_at, imported_by }) => (
          <>
            <PakistanTime at={started_at} />
            <span className="block text-muted">by {imported_by}</span>
          </>
        ),
        Rows: (record) => <Rows record={record} />,
        Status: (record) => <ImportStatus record={record} isBlockerShown={!isBusy} />,
      }}
      actions={(record) => <RevertAction record={record} onRevert={() => onRevert(record)} />}
    />
  );
}

function Rows({ record }: { record: Import }) {
  return (
    <span className="figures whitespace-normal">
      <span className="whitespace-nowrap">{formatCount(record.new)} new,</span>{' '}
      <span className="whitespace-nowrap">{formatCount(record.changed)} changed,</span>{' '}
      <span className="whitespace-nowrap">{formatCount(record.unchanged)} unchanged,</span>{' '}
      <span className={`whitespace-nowrap ${record.rejected > 0 ? 'font-semibold' : ''}`}>
        {formatCount(record.rejected)} rejected
      </span>
      {record.left_out > 0 && (
        <span className="whitespace-nowrap">, {formatCount(record.left_out)} left out</span>
      )}
    </span>
  );
}

/** The status column shows why an import cannot be reverted. */
function RevertAction({ record, onRevert }: { record: Import; onRevert: () => void }) {
  if (record.revert_blocker !== null || record.status === 'reverted' || isInProgress(record)) return null;
  return (
    <Button variant="secondary" size="small" onClick={onRevert}>
      Revert
      <span className="sr-only"> {record.file_name}</span>
    </Button>
  );
}
