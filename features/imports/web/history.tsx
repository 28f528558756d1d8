import type { RefObject } from 'react';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { type Import, revertImport } from '#features/imports/contract/imports.ts';
import { Aliases } from './aliases.tsx';
import {
  formatWrittenRows,
  isInProgress,
  KIND_LABELS,
  notifyEnd,
  useEndedImports,
  type useImports,
  useImportUpdate,
  useProgress,
} from './import-queries.ts';

interface HistoryProps {
  imports: ReturnType<typeof useImports>;
  /** Receives the focus when the focused element disappears. */
  sectionRef: RefObject<HTMLElement | null>;
}

/** The recent imports, including those in progress, each with a button to revert it, and what later imports use. */
export function History({ imports, sectionRef }: HistoryProps) {
  const { update, refresh } = useImportUpdate();
  useEndedImports(imports.data?.results);
  // The pressed button is removed as soon as the revert starts.
  const revert = useConfirmedAction(
    (target: Import) => ({
      title: 'Revert import',
      description: <Consequences target={target} />,
      confirmLabel: 'Revert import',
      pendingLabel: 'Reverting…',
      run: () =>
        api(revertImport, { params: { id: String(target.id) } }).catch((error) => {
          // The state of the imports has changed: the list shows why.
          refresh();
          throw error;
        }),
      onSuccess: (current: Import) => {
        update(current);
        notifyEnd(current);
      },
    }),
    sectionRef,
  );
  return (
    <>
      <section ref={sectionRef} tabIndex={-1} aria-labelledby="imports-history" className="mt-10">
        <h2 id="imports-history" className="mb-3 text-xl">
          Recent imports
        </h2>
        <QueryResult
          query={imports}
          loading="Loading imports..."
          empty={{
            title: 'No imports yet',
            text: 'Choose a file or paste a table above. The last 50 imports are listed here, and you can revert them.',
            level: 3,
          }}
        >
          {({ results }) => <ImportTable imports={results} onRevert={revert.confirm} />}
        </QueryResult>
        {revert.dialog}
      </section>
      <Aliases />
    </>
  );
}

function Consequences({ target }: { target: Import }) {
  return (
    <>
      <p className="wrap-anywhere">{`This reverts ${formatWrittenRows(target)} of ${target.file_name}.`}</p>
      <p className="mt-2">
        <span>{target.new > 0 && 'New rows are removed. '}</span>
        <span>{target.changed > 0 && 'Changed rows get their previous values back. '}</span>
        Traders see the change immediately.
      </p>
    </>
  );
}

interface ImportTableProps {
  imports: readonly Import[];
  onRevert: (target: Import) => void;
}

/** Shows each import as a table row on wide screens and as a card on narrow ones. */
function ImportTable({ imports, onRevert }: ImportTableProps) {
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
            <span className="block text-muted">{`${KIND_LABELS[kind]} · ${layout}`}</span>
          </>
        ),
        Started: ({ started_at, imported_by }) => (
          <>
            <PakistanTime at={started_at} />
            <span className="block text-muted">{`by ${imported_by}`}</span>
          </>
        ),
        Rows,
        Status: (record) => <ImportStatus record={record} isBlockerShown={!isBusy} />,
      }}
      // The status column shows why an import cannot be reverted.
      actions={(record) =>
        record.revert_blocker === null &&
        record.status !== 'reverted' &&
        !isInProgress(record) && (
          <RowAction row={record.file_name} onClick={() => onRevert(record)}>
            Revert
          </RowAction>
        )
      }
    />
  );
}

const Rows = (counts: Import) => (
  <span className="figures whitespace-normal">
    {(['new', 'changed', 'unchanged'] as const).map((status) => (
      <span key={status}>
        <span className="whitespace-nowrap">{`${formatCount(counts[status])} ${status},`}</span>{' '}
      </span>
    ))}
    <span className={`whitespace-nowrap ${counts.rejected > 0 ? 'font-semibold' : ''}`}>
      {`${formatCount(counts.rejected)} rejected`}
    </span>
    {counts.left_out > 0 && (
      <span className="whitespace-nowrap">{`, ${formatCount(counts.left_out)} left out`}</span>
    )}
  </span>
);

interface ImportStatusProps {
  record: Import;
  /** Shows why the import cannot be reverted. */
  isBlockerShown: boolean;
}

/** The progress or the result of an import, and why it cannot be reverted. */
function ImportStatus({ record, isBlockerShown }: ImportStatusProps) {
  const { status, revert_blocker: blocker, reverted_at: revertedAt, reverted_by: revertedBy } = record;
  const progress = `${formatCount(record.done)} of ${formatCount(record.total)} rows`;
  if (status === 'running' || status === 'reverting') return <Progress record={record} />;
  return (
    <div className="grid max-w-md justify-items-start gap-1">
      {status === 'done' && <Badge variant="active">Done</Badge>}
      {status === 'reverted' && <Badge variant="muted">Reverted</Badge>}
      {status === 'interrupted' && (
        <>
          <Badge variant="warning">Interrupted</Badge>
          <span>
            {/* `reverted_by` is set as soon as a revert starts. */}
            {revertedBy === null
              ? `Stopped at ${progress}. Import the file again to finish.`
              : `The revert stopped at ${progress}. Revert the import again to finish.`}
          </span>
        </>
      )}
      {status === 'reverted' && revertedAt && (
        <span className="text-muted">
          <PakistanTime at={revertedAt} />
          <span>{revertedBy && ` by ${revertedBy}`}</span>
        </span>
      )}
      {isBlockerShown && status !== 'reverted' && blocker && <span className="text-muted">{blocker}</span>}
    </div>
  );
}

// Browsers need different selectors for the two parts of the bar.
const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-box border border-line-strong bg-sunken ' +
  '[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';

function Progress({ record: { id, status, total, done, file_name: name } }: { record: Import }) {
  const { hasFailed } = useProgress(id);
  const label = status === 'reverting' ? 'Reverting' : 'Importing';
  return (
    <div className="grid max-w-md gap-1">
      <span className="font-semibold">{label}</span>
      <progress
        aria-label={`${label} ${name}`}
        value={done}
        // Browsers draw a bar with the maximum 0 as full.
        max={Math.max(total, 1)}
        className={BAR}
      />
      <span className="figures text-muted">{`${formatCount(done)} of ${formatCount(total)} rows`}</span>
      {hasFailed && <span className="text-danger">Progress is unavailable. Retrying every second.</span>}
    </div>
  );
}
