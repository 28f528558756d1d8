import type { NewsSource } from '#contract/news/source-endpoints.ts';
import type { SourceWithCount } from './sources.queries.ts';

export function presentSource(row: SourceWithCount): NewsSource {
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
