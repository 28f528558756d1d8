import { useQueryClient } from '@tanstack/react-query';
import { createAdminMeta, LazyPart } from '#core/web/admin/admin-page.tsx';
import { createRecordPage, RecordDialog } from '#core/web/admin/records.tsx';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  addSource,
  editSource,
  fetchSource,
  listSourcesForAdmin,
  type NewsSource,
} from '#features/news/contract/source-endpoints.ts';

const SuggestedSources = lazyWithPreload(
  async () => (await import('./suggested-sources.tsx')).SuggestedSources,
);

export const meta = createAdminMeta('News sources', 'Manage the feeds that the market news comes from.');

const SOURCES_KEY = ['admin-news-sources'];
/** The poller changes the sources continuously. */
const REFRESH_MS = 30_000;
/** While a source is due, its result is seconds away. */
const REFRESH_DUE_MS = 2_000;

export default createRecordPage<NewsSource>({
  title: 'News sources',
  description: 'The feeds that the market news comes from, each fetched on its own schedule.',
  addLabel: 'Add source',
  queryKey: SOURCES_KEY,
  load: () => api(listSourcesForAdmin, {}),
  refetchInterval: ({ state: { data } }) => (data?.results.some(isDue) ? REFRESH_DUE_MS : REFRESH_MS),
  loading: 'Loading news sources...',
  empty: { title: 'No sources yet', text: 'Add one of the suggested feeds, or the URL of another.' },
  getKey: ({ id }) => id,
  getName: ({ name }) => name,
  columns: {
    Source: ({ name, url, is_summary_only }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{name}</span>
          {is_summary_only && <Badge variant="outline">Summary only</Badge>}
        </span>
        <span className="block text-muted">{url}</span>
      </>
    ),
    Health,
    'Last fetch': LastFetch,
  },
  renderPrimary: (source) => <SourceAction kind={source.is_enabled ? 'fetch' : 'toggle'} source={source} />,
  renderMore: (source) => <SourceAction kind={source.is_enabled ? 'toggle' : 'fetch'} source={source} />,
  renderFooter: (sources) => (
    <LazyPart code={SuggestedSources} name="The suggested sources">
      <SuggestedSources queryKey={SOURCES_KEY} sources={sources} />
    </LazyPart>
  ),
  renderForm: (source, form) => (
    <RecordDialog
      {...form}
      title={source ? `Edit source: ${source.name}` : 'Add source'}
      submitLabel={source ? 'Save changes' : 'Add source'}
      values={{
        name: source?.name ?? '',
        url: source?.url ?? '',
        is_summary_only: source?.is_summary_only ?? false,
      }}
      fields={() => ({
        name: { label: 'Name', required: true, maxLength: 100, hint: 'Shown on every article.' },
        url: {
          label: 'Feed URL',
          inputMode: 'url',
          required: true,
          maxLength: 2000,
          autoCapitalize: 'none',
          spellCheck: false,
          placeholder: 'https://',
          hint: 'An RSS, Atom, RDF or JSON feed.',
        },
        is_summary_only: {
          label: 'Summary only',
          type: 'checkbox',
          hint: (
            <span>
              A summary and the link, never the full text, of new articles. <code>news resanitize</code>{' '}
              applies it to existing ones.
            </span>
          ),
        },
      })}
      save={(body) =>
        source ? api(editSource, { params: { id: String(source.id) }, body }) : api(addSource, { body })
      }
      success={({ name }) => [source ? 'Source updated' : 'Source added', `${name} is saved.`]}
    />
  ),
});

function Health(source: NewsSource) {
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

function LastFetch({ last_success_at, last_new, last_existing, last_rejected, article_count }: NewsSource) {
  return (
    <div className="figures grid gap-1 whitespace-normal">
      {last_success_at && (
        <span>
          <span className="whitespace-nowrap">{`${formatCount(last_new)} new,`}</span>{' '}
          <span className="whitespace-nowrap">{`${formatCount(last_existing)} existing,`}</span>{' '}
          <span className="whitespace-nowrap">{`${formatCount(last_rejected)} rejected`}</span>
        </span>
      )}
      <span className="text-muted">
        {`${formatCount(article_count)} ${article_count === 1 ? 'article' : 'articles'} in total`}
      </span>
    </div>
  );
}

function NextFetch({ source }: { source: NewsSource }) {
  if (!source.is_enabled) return <span className="text-muted">Not scheduled while disabled</span>;
  if (isDue(source)) return <span className="text-muted">Next fetch is due now</span>;
  return (
    <span key="next" className="text-muted">
      Next fetch <PakistanTime at={source.next_fetch_at} />
    </span>
  );
}

interface SourceActionProps {
  kind: 'fetch' | 'toggle';
  source: NewsSource;
}

/**
 * Fetches, or enables or disables a source. A toast reports the result; that of a fetch also appears in the row. One component, so
 * that the button keeps the focus when the other action takes its place.
 */
function SourceAction({ kind, source: { id, name, is_enabled: isEnabled } }: SourceActionProps) {
  const update = useSourceUpdate();
  const params = { id: String(id) };
  return kind === 'fetch' ? (
    <ImmediateRowAction
      row={name}
      label="Fetch now"
      busyLabel="Fetching…"
      run={() => api(fetchSource, { params })}
      onSuccess={(after) => {
        update(after);
        if (after.last_error) notify.error(`Fetching ${name} failed`, after.last_error);
        else notify.success(`${name} was fetched`, formatCounts(after));
      }}
      failure={`Fetching ${name} failed`}
    />
  ) : (
    <ImmediateRowAction
      row={name}
      label={isEnabled ? 'Disable' : 'Enable'}
      run={() => api(editSource, { params, body: { is_enabled: !isEnabled } })}
      onSuccess={(after) => {
        update(after);
        if (isEnabled)
          notify.success('Source disabled', `${name} is no longer fetched. Its articles remain.`);
        else notify.success('Source enabled', `${name} is fetched again, starting now.`);
      }}
      failure={`${name} is unchanged`}
    />
  );
}

const formatCounts = ({ last_new, last_existing, last_rejected }: NewsSource) =>
  `${formatCount(last_new)} new, ${formatCount(last_existing)} existing, ${formatCount(last_rejected)} rejected.`;

/** Returns whether the source waits for its next fetch or is being fetched. */
const isDue = ({ is_enabled, next_fetch_at }: NewsSource): boolean =>
  is_enabled && Date.parse(next_fetch_at) <= getNow().getTime();

/** Returns a function that updates a source in the list and refetches the list. */
function useSourceUpdate(): (source: NewsSource) => void {
  const queries = useQueryClient();
  return (source) => {
    queries.setQueryData<{ results: NewsSource[] }>(SOURCES_KEY, (list) =>
      list ? { results: list.results.map((each) => (each.id === source.id ? source : each)) } : list,
    );
    void queries.invalidateQueries({ queryKey: SOURCES_KEY });
  };
}
