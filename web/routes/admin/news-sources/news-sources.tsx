import { useState } from 'react';
import { Navigate } from 'react-router';
import type { NewsSource } from '#contract/news/source-endpoints.ts';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { SourceTable } from './source-table.tsx';
import { useNewsSources } from './use-news-sources.ts';

export const meta = createPageMeta({
  title: 'News sources',
  description: 'Manage the feeds that the market news comes from.',
  noindex: true,
});

export default function NewsSources() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="News sources" />;
  return <ManageSources key={administrator.id} />;
}

function ManageSources() {
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useNewsSources();
  const [open, setOpen] = useState<NewsSource | 'new' | null>(null);
  // The dashboard shows how to set it up.
  if (isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;

  const add = (
    <Button onClick={() => setOpen('new')}>
      <PlusIcon />
      Add source
    </Button>
  );
  return (
    <>
      <AdminNav />
      <PageHeader
        title="News sources"
        description="The feeds that the market news comes from. Each source is fetched on its own schedule; new articles appear on the news page immediately."
        actions={add}
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading news sources...</Loading>}
      {data?.results.length === 0 && (
        <EmptyState title="No sources yet">Add the URL of a publisher's RSS, Atom or JSON feed.</EmptyState>
      )}
      {data && data.results.length > 0 && <SourceTable sources={data.results} onEdit={setOpen} />}
      {open !== null && <SourceDialog source={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}
