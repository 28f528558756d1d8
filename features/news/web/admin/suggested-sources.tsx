import { useRefetch } from '#core/web/admin/admin-query.ts';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { addSource, type NewsSource } from '#features/news/contract/source-endpoints.ts';

const LICENSE = 'Show headline, summary and link; the full text needs an agreement with the publisher.';

/**
 * Feeds of Pakistani publishers, without those whose address is not certain. Publishers move their feeds: the result of the first fetch
 * says whether one still works.
 */
const SUGGESTIONS = [
  {
    name: 'Business Recorder',
    url: 'https://www.brecorder.com/feeds/latest-news',
    language: 'English',
    content: 'Full text',
  },
  {
    name: 'Business Recorder Markets',
    url: 'https://www.brecorder.com/feeds/markets',
    language: 'English',
    content: 'Full text',
  },
  {
    name: 'Dawn Business',
    url: 'https://www.dawn.com/feeds/business',
    language: 'English',
    content: 'Full text',
  },
  {
    name: 'The Express Tribune',
    url: 'https://tribune.com.pk/feed/business',
    language: 'English',
    content: 'Summaries',
  },
  {
    name: 'Profit',
    url: 'https://profit.pakistantoday.com.pk/feed/',
    language: 'English',
    content: 'Summaries',
  },
  {
    name: 'ProPakistani Business',
    url: 'https://propakistani.pk/category/business/feed/',
    language: 'English',
    content: 'Summaries',
  },
  {
    name: 'ARY News',
    url: 'https://arynews.tv/feed/',
    language: 'English',
    content: 'Summaries; all topics',
  },
  {
    name: 'Geo News',
    url: 'https://www.geo.tv/rss/1/1',
    language: 'English',
    content: 'Summaries; all topics',
  },
];

interface SuggestedSourcesProps {
  queryKey: string[];
  sources: readonly NewsSource[];
}

/** The suggested feeds that are no source yet. All are added as summaries. */
export function SuggestedSources({ queryKey, sources }: SuggestedSourcesProps) {
  const refetch = useRefetch(queryKey);
  const added = new Set(sources.map(({ url }) => url));
  const open = SUGGESTIONS.filter(({ url }) => !added.has(url));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="suggested" className="mt-10">
      <h2 id="suggested" className="mb-1 text-lg">
        Suggested sources
      </h2>
      <p className="mb-3 max-w-prose text-sm text-muted">
        Feeds of Pakistani publishers. They are added as summaries with a link, and fetched within seconds.
        Read the terms of the publisher before you change that.
      </p>
      <DataTable
        label="Suggested sources"
        rows={open}
        getKey={({ url }) => url}
        columns={{
          Source: ({ name, url }) => (
            <>
              <span className="font-semibold" translate="no">
                {name}
              </span>
              <span className="block text-muted wrap-anywhere" translate="no">
                {url}
              </span>
            </>
          ),
          Language: ({ language }) => language,
          Feed: ({ content }) => content,
          License: () => LICENSE,
        }}
        actions={({ name, url }) => (
          <ImmediateRowAction
            row={name}
            label="Add"
            busyLabel="Adding…"
            run={() => api(addSource, { body: { name, url, is_summary_only: true } })}
            onSuccess={() => {
              notify.success('Source added', `${name} is fetched now.`);
              void refetch();
            }}
            failure="The source was not added"
          />
        )}
      />
    </section>
  );
}
