import type { RefObject } from 'react';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { useRecords } from '#core/web/admin/records.tsx';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
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
  const { actions, dialogs } = useRecords<WaitingImport>(
    {
      queryKey: WAITING_KEY,
      getName: ({ file_name }) => file_name,
      isFixed: true,
      renderPrimary: (waiting) => (
        <ImmediateRowAction
          row={waiting.file_name}
          label="Review"
          busyLabel="Loading…"
          run={() => loadWaitingFile(waiting)}
          onSuccess={onReview}
          failure="The download could not be loaded"
        />
      ),
      removal: ({ id, file_name, review }) => ({
        title: 'Dismiss download',
        description: `The ${formatRows(review)} of ${file_name} that ${review === 1 ? 'needs' : 'need'} review will not be imported. The same rows will not wait again.`,
        confirmLabel: 'Dismiss',
        run: async () => {
          try {
            await api(dismissWaitingImport, { params: { id: String(id) } });
          } catch (failure) {
            // Another administrator has imported or dismissed it.
            if (!isNotFound(failure)) throw failure;
          }
        },
        success: ['Download dismissed', `${file_name} no longer waits for review.`],
      }),
    },
    focusRef,
  );
  if (error && !data) {
    return (
      <Notice tone="danger" role="alert" title="The waiting downloads could not be loaded" className="mb-8">
        {error}
      </Notice>
    );
  }
  return (
    <>
      {data && data.results.length > 0 && (
        <section aria-labelledby="waiting-imports" className="mb-8">
          <h2 id="waiting-imports" className="text-xl">
            Waiting for review
          </h2>
          <p className="mt-1 mb-3 max-w-2xl text-muted">
            Files of the import URLs with rows that are doubtful. Their other rows were imported when the file
            was received. Compare the doubtful ones with their source and confirm those that are right.
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
            actions={actions}
          />
        </section>
      )}
      {dialogs}
    </>
  );
}

/** Loads the file of a download, to be previewed and imported. */
const loadWaitingFile = async ({ id }: WaitingImport): Promise<FileToImport> => ({
  ...(await api(readWaitingImport, { params: { id: String(id) } })),
  waiting_id: id,
});
