import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { DRAFTS_PAGE_SIZE, listSignalDrafts } from '#contract/signals/draft-endpoints.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { parsePage } from '#web/list/filters.ts';
import { DRAFTS_KEY } from '#web/routes/admin/signals/use-admin-signals.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import type { OpenDraftDialog } from './draft-dialogs.tsx';
import { DraftTable } from './draft-table.tsx';

export const meta = createAdminMeta('Drafts', 'Signals that are not published yet.');

const DraftDialogs = lazyWithPreload(async () => (await import('./draft-dialogs.tsx')).DraftDialogs);

/** Other administrators change drafts too. */
const REFETCH_MS = 60_000;

const getUrl = (page: number) => (page === 1 ? paths.adminDrafts : `${paths.adminDrafts}?page=${page}`);

export default forAdministrators('Drafts', function Drafts() {
  const [query] = useSearchParams();
  const page = parsePage(query.get('page'));
  const [open, setOpen] = useState<OpenDraftDialog | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const drafts = useAdminQuery(
    {
      queryKey: [...DRAFTS_KEY, page],
      queryFn: () => api(listSignalDrafts, { query: { page: String(page) } }),
      refetchInterval: REFETCH_MS,
    },
    // Its last draft may have been published.
    { mayBeMissing: page > 1 },
  );
  const dialogs = useLazyCode(DraftDialogs, drafts.data !== undefined || open !== null);
  if (drafts.isNotFound) return <Navigate to={getUrl(1)} replace />;

  const isApprovalRequired = drafts.data?.is_approval_required ?? false;
  const close = () => setOpen(null);
  // The focused button may have been removed with its row.
  const closeRemoved = () => {
    flushSync(close);
    list.current?.focus({ preventScroll: true });
  };
  return (
    <AdminPage
      title="Drafts"
      description={
        isApprovalRequired
          ? 'Only administrators see drafts. Another administrator must approve a draft before it is published.'
          : 'Only administrators see drafts. Traders see a signal once it is published.'
      }
      actions={
        <Button busy={open !== null && dialogs.isLoading} onClick={() => setOpen({ kind: 'add' })}>
          <PlusIcon />
          Add Draft
        </Button>
      }
      query={drafts}
    >
      {open && dialogs.isFailed && (
        <LoadFailure onRetry={dialogs.retry} className="mb-4">
          The dialog could not be loaded. Check your connection and try again.
        </LoadFailure>
      )}
      <div ref={list} tabIndex={-1}>
        <QueryResult
          query={drafts}
          loading="Loading drafts..."
          empty={{ title: 'No drafts', text: 'Save a signal as a draft to finish or check it later.' }}
        >
          {({ count, results }) => (
            <>
              <DraftTable
                drafts={results}
                isApprovalRequired={isApprovalRequired}
                onOpen={(kind, draft) => setOpen({ kind, draft })}
              />
              <Pagination
                page={page}
                pages={Math.ceil(count / DRAFTS_PAGE_SIZE)}
                getUrl={getUrl}
                summary={`${count} drafts`}
              />
            </>
          )}
        </QueryResult>
      </div>
      {open && (
        <DraftDialogs
          open={open}
          isApprovalRequired={isApprovalRequired}
          onOpen={setOpen}
          onClose={close}
          onRemoved={closeRemoved}
        />
      )}
    </AdminPage>
  );
});
