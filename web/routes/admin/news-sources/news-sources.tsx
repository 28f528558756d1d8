import { useState } from 'react';
import type { NewsSource } from '#contract/news/source-endpoints.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { SourceTable } from './source-table.tsx';
import { useNewsSources } from './use-news-sources.ts';

export const meta = createAdminMeta('News sources', 'Manage the feeds that the market news comes from.');

export default forAdministrators('News sources', function NewsSources() {
  const sources = useNewsSources();
  const [open, setOpen] = useState<NewsSource | 'new' | null>(null);
  return (
    <AdminPage
      title="News sources"
      description="The feeds that the market news comes from. Each source is fetched on its own schedule; new articles appear on the news page immediately."
      actions={
        <Button onClick={() => setOpen('new')}>
          <PlusIcon />
          Add source
        </Button>
      }
      query={sources}
    >
      <QueryResult
        query={sources}
        loading="Loading news sources..."
        empty={{ title: 'No sources yet', text: "Add the URL of a publisher's RSS, Atom or JSON feed." }}
      >
        {({ results }) => <SourceTable sources={results} onEdit={setOpen} />}
      </QueryResult>
      {open !== null && <SourceDialog source={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </AdminPage>
  );
});
