import type { RefObject } from 'react';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { ImmediateRowAction, RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  dismissWaitingImport,
  listWaitingImports,
  readWaitingImport,
  type WaitingImport,
} from '#features/imports/contract/imports.ts';
import { type FileToImport, formatRows, KIND_LABELS, REFRESH_MS, WAITING_KEY } from './import-queries.ts';

interface WaitingImportsProps {
  onReview: (file: FileToImport) => void;
  /** Receives the focus when a dismissed download disappears. */
  focusRef: RefObject<HTMLElement | null>;
}

/** The downloads with rows that need review. Nothing is shown while there are none. */
export function WaitingImports({ onReview, focusRef }: WaitingImportsProps) {
  const { data, error } = useAdminQuery({
    queryKey: WAITING_KEY,
    queryFn: () => api(listWaitingImports, {}),
    refetchInterval: REFRESH_MS,
  });
  const refresh = useRefetch(WAITING_KEY);
  const dismissal = useConfirmedAction(
    (target: WaitingImport) => ({
      title: 'Dismiss download',
      description: `The ${formatRows(target.review)} of ${target.file_name} that ${target.review === 1 ? 'needs' : 'need'} review will not be imported. The same rows will not wait again.`,
      confirmLabel: 'Dismiss',
      run: async () => {
        try {
          await api(dismissWaitingImport, { params: { id: String(target.id) } });
        } catch (failure) {
          // Another administrator has imported or dismissed it.
          if (!isNotFound(failure)) throw failure;
        }
      },
      onSuccess: () => {
        void refresh();
        notify.success('Download dismissed', `${target.file_name} no longer waits for review.`);
      },
    }),
    focusRef,
  );
  if (error && !data) {
    return (
      <Notice tone="danger" role="alert" title="The waiting downloads could not be loaded" className="mb-8">
        {error}
      </Notice>
    );
  }
  if (!data || data.results.length === 0) return dismissal.dialog;
  return (
    <section aria-labelledby="waiting-imports" className="mb-8">
      <h2 id="waiting-imports" className="text-xl">
        Waiting for review
      </h2>
      <p className="mt-1 mb-3 max-w-2xl text-muted">
        Files of the import URLs with rows that are doubtful. Their other rows were imported when the file was
        received. Compare the doubtful ones with their source and confirm those that are right.
      </p>
      <DataTable
        label="Waiting for review"
        rows={data.results}
        getKey={({ id }) => id}
        columns={{
          File: ({ file_name, kind, source }) => (
            <>
              <span className="block font-semibold">{file_name}</span>
              <span className="block text-muted">{`${KIND_LABELS[kind]} · ${source}`}</span>
            </>
          ),
          Received: ({ received_at }) => <PakistanTime at={received_at} />,
          Rows: ({ review }) => (
            <span className="figures font-semibold text-warning">
              {`${formatRows(review)} ${review === 1 ? 'needs' : 'need'} review`}
            </span>
          ),
        }}
        actions={(waiting) => (
          <>
            <ImmediateRowAction
              row={waiting.file_name}
              label="Review"
              busyLabel="Loading…"
              run={() => loadWaitingFile(waiting)}
              onSuccess={onReview}
              failure="The download could not be loaded"
            />
            <RowMenu row={waiting.file_name}>
              <RowAction row={waiting.file_name} onClick={() => dismissal.confirm(waiting)}>
                Dismiss
              </RowAction>
            </RowMenu>
          </>
        )}
      />
      {dismissal.dialog}
    </section>
  );
}

/** Loads the file of a download, to be previewed and imported. */
const loadWaitingFile = async ({ id }: WaitingImport): Promise<FileToImport> => ({
  ...(await api(readWaitingImport, { params: { id: String(id) } })),
  waiting_id: id,
});
