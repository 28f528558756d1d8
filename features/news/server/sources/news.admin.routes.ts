import type { Handle } from '#core/server/http/endpoints.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import {
  addSource as addSourceEndpoint,
  editSource as editSourceEndpoint,
  fetchSource,
  listSourcesForAdmin,
  type NewsSource,
} from '#features/news/contract/source-endpoints.ts';
import { addSource, editSource, sourceAlreadyLeased, toEditTarget, toEventTarget } from './edit-sources.ts';
import { findSource, listSources, type SourceWithCount } from './sources.queries.ts';

export function adminNewsRoutes(
  handle: Handle,
  { database, clock, feedPoller }: Pick<Dependencies, 'database' | 'clock' | 'feedPoller'>,
): void {
  handle(listSourcesForAdmin, async () => ({
    results: (await listSources(database.db)).map(presentSource),
  }));

  handle(addSourceEndpoint, ({ body, events }) =>
    database.transaction(async (tx) => {
      const { name, url, is_summary_only: isSummaryOnly = false } = body;
      const source = await addSource(tx, { name, url, isSummaryOnly }, clock.now());
      await events.record(tx, { kind: 'news_source_added', ...toEventTarget(source) });
      return presentSource(source);
    }),
  );

  handle(editSourceEndpoint, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      const { name, url, is_summary_only: isSummaryOnly, is_enabled: isEnabled } = body;
      // The name is shown on every article.
      announce('news');
      const changes = { name, url, isSummaryOnly, isEnabled };
      const id = parseSourceId(params.id);
      const before = await findSource(tx, id);
      const source = await editSource(tx, id, changes, clock.now());
      await events.record(tx, { kind: 'news_source_edited', ...toEditTarget(before, source) });
      return presentSource(source);
    }),
  );

  handle(fetchSource, async ({ params, events }) => {
    const id = parseSourceId(params.id);
    const before = await findSource(database.db, id);
    if (!before) throw notFound();
    const event = { kind: 'news_source_fetched', ...toEventTarget(before) } as const;
    const result = await feedPoller.fetchNow(id, (tx) => events.record(tx, event));
    if (result === null) throw sourceAlreadyLeased();
    const source = await findSource(database.db, id);
    if (!source) throw notFound();
    return presentSource(source);
  });
}

function parseSourceId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}

function presentSource(row: SourceWithCount): NewsSource {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    is_summary_only: row.isSummaryOnly,
    is_enabled: row.isEnabled,
    article_count: row.articleCount,
    last_attempt_at: row.lastAttemptAt?.toISOString() ?? null,
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    last_error: row.lastError,
    failures_in_a_row: row.failuresInARow,
    last_new: row.lastNew,
    last_existing: row.lastExisting,
    last_rejected: row.lastRejected,
    next_fetch_at: row.nextFetchAt.toISOString(),
  };
}
