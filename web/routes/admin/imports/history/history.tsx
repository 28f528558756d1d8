import type { RefObject } from 'react';
import { type Import, revertImport } from '#contract/imports/imports.ts';
import { useConfirmedAction } from '#web/admin/confirmed-action.tsx';
import { api } from '#web/api/api.ts';
import { formatWrittenRows } from '#web/routes/admin/imports/import-labels.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { ImportTable } from './import-table.tsx';
import { notifyEnd, useEndedImports } from './use-ended-imports.ts';
import { type useImports, useImportUpdate } from './use-imports.ts';

interface HistoryProps {
  imports: ReturnType<typeof useImports>;
  /** Receives the focus when the focused element disappears. */
  sectionRef: RefObject<HTMLElement | null>;
}

/** The recent imports, including those in progress, each with a button to revert it. */
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
  );
}

function Consequences({ target }: { target: Import }) {
  return (
    <>
      <p className="wrap-anywhere">
        This reverts {formatWrittenRows(target)} of {target.file_name}.
      </p>
      <p className="mt-2">
        {target.new > 0 && 'New rows are removed. '}
        {target.changed > 0 && 'Changed rows get their previous values back. '}
        Traders see the change immediately.
      </p>
    </>
  );
}
