import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { DRAFTS_PAGE_SIZE } from '#contract/signals/draft-endpoints.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { parsePage } from '#web/list/url-values.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import type { OpenDraftDialog } from './draft-dialogs.tsx';
import { DraftTable } from './draft-table.tsx';
import { useDrafts } from './use-drafts.ts';

export const meta = createPageMeta({
  title: 'Drafts',
  description: 'Signals that are not published yet.',
  noindex: true,
});

const DraftDialogs = lazyWithPreload(async () => (await import('./draft-dialogs.tsx')).DraftDialogs);

export default function Drafts() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Drafts" />;
  return <ManageDrafts key={administrator.id} />;
}

const getUrl = (page: number) => (page === 1 ? paths.adminDrafts : `${paths.adminDrafts}?page=${page}`);

function ManageDrafts() {
  const [query] = useSearchParams();
  const page = parsePage(query.get('page'));
  const [open, setOpen] = useState<OpenDraftDialog | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isPastEnd, isSecondFactorMissing, isFetching, refetch } = useDrafts(page);
  const dialogs = useLazyCode(DraftDialogs, data !== undefined || open !== null);
  // The dashboard shows how to set it up.
  if (isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;
  if (isPastEnd) return <Navigate to={getUrl(1)} replace />;

  const isApprovalRequired = data?.is_approval_required ?? false;
  const close = () => setOpen(null);
  // The focused button may have been removed with its row.
  const closeRemoved = () => {
    flushSync(close);
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <AdminNav />
      <PageHeader
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
      />
      {open && dialogs.isFailed && (
        <LoadFailure onRetry={dialogs.retry} className="mb-4">
          The dialog could not be loaded. Check your connection and try again.
        </LoadFailure>
      )}
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading drafts...</Loading>}
      <div ref={list} tabIndex={-1}>
        {data?.count === 0 && (
          <EmptyState title="No drafts">Save a signal as a draft to finish or check it later.</EmptyState>
        )}
        {data && data.count > 0 && (
          <>
            <DraftTable
              drafts={data.results}
              isApprovalRequired={isApprovalRequired}
              onOpen={(kind, draft) => setOpen({ kind, draft })}
            />
            <Pagination
              page={page}
              pages={Math.ceil(data.count / DRAFTS_PAGE_SIZE)}
              getUrl={getUrl}
              summary={`${data.count} drafts`}
            />
          </>
        )}
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
    </>
  );
}
