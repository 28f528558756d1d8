import type { NewsSource } from '#contract/news/source-endpoints.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { SourceActions } from './source-actions.tsx';
import { isDue } from './use-news-sources.ts';

interface SourceTableProps {
  sources: readonly NewsSource[];
  onEdit: (source: NewsSource) => void;
}

/** Renders a row per source on wide screens and a card per source on narrow ones. */
export const SourceTable = ({ sources, onEdit }: SourceTableProps) => (
  <DataTable
    label="News sources"
    rows={sources}
    getKey={({ id }) => id}
    columns={{
      Source: ({ name, url, is_summary_only }) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{name}</span>
            {is_summary_only && <Badge variant="outline">Summary only</Badge>}
          </span>
          <span className="block text-muted">{url}</span>
        </>
      ),
      Health: (source) => <Health source={source} />,
      'Last fetch': (source) => <LastFetch source={source} />,
    }}
    actions={(source) => <SourceActions source={source} onEdit={() => onEdit(source)} />}
  />
);

function Health({ source }: { source: NewsSource }) {
  const { is_enabled, last_error, last_success_at, failures_in_a_row } = source;
  return (
    <div className="grid max-w-md justify-items-start gap-1">
      {!is_enabled && <Badge variant="muted">Disabled</Badge>}
      {is_enabled && last_error && (
        <Badge variant="danger">
          {failures_in_a_row > 1 ? `Failed ${failures_in_a_row} times in a row` : 'Failed'}
        </Badge>
      )}
      {is_enabled && !last_error && last_success_at && <Badge variant="active">Healthy</Badge>}
      {is_enabled && !last_error && !last_success_at && <Badge variant="outline">Not fetched yet</Badge>}
      {last_error && <span className="wrap-anywhere">{last_error}</span>}
      {last_success_at && (
        <span className="text-muted">
          Last success <PakistanTime at={last_success_at} />
        </span>
      )}
      <NextFetch source={source} />
    </div>
  );
}

function LastFetch({ source }: { source: NewsSource }) {
  const { last_success_at, last_new, last_existing, last_rejected, article_count } = source;
  return (
    <div className="figures grid gap-1 whitespace-normal">
      {last_success_at && (
        <span>
          <span className="whitespace-nowrap">{last_new} new,</span>{' '}
          <span className="whitespace-nowrap">{last_existing} existing,</span>{' '}
          <span className="whitespace-nowrap">{last_rejected} rejected</span>
        </span>
      )}
      <span className="text-muted">
        {article_count} {article_count === 1 ? 'article' : 'articles'} in total
      </span>
    </div>
  );
}

function NextFetch({ source }: { source: NewsSource }) {
  if (!source.is_enabled) return <span className="text-muted">Not scheduled while disabled</span>;
  if (isDue(source)) return <span className="text-muted">Next fetch is due now</span>;
  return (
    <span className="text-muted">
      Next fetch <PakistanTime at={source.next_fetch_at} />
    </span>
  );
}
