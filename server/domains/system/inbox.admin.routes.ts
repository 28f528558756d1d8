import {
  INBOX_KINDS,
  type InboxKind,
  type InboxPart,
  type InboxWork,
  MAX_INBOX_ITEMS,
  readInbox,
} from '#contract/admin/inbox.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { listFailedEventWork, listUnlinkedWork } from '#server/domains/billing/billing.ts';
import { listFilingWork } from '#server/domains/corporate-actions/corporate-actions.ts';
import { listReviewWork } from '#server/domains/imports/imports.ts';
import { listFailingSourceWork } from '#server/domains/news/news.ts';
import { listApprovalWork } from '#server/domains/signals/signals.ts';
import { listUndecidedWork } from '#server/domains/track-record/track-record.ts';
import type { Queryable } from '#server/platform/database.ts';
import { countDeadLetters, listDeadLetters } from '#server/platform/jobs/dead-letters.ts';

/** Counts what waits for the administrator, from the domains in which it is settled. */
export function adminInboxRoutes({
  handle,
  database: { db },
  clock,
  logger,
}: Pick<RouteDependencies, 'handle' | 'database' | 'clock' | 'logger'>): void {
  handle(readInbox, async ({ caller: { administratorId } }) => {
    const limit = MAX_INBOX_ITEMS;
    const readers: Record<InboxKind, () => Promise<InboxWork>> = {
      unlinked_subscriptions: () => listUnlinkedWork(db, limit),
      failed_events: () => listFailedEventWork(db, limit),
      drafts: () => listApprovalWork(db, administratorId, limit),
      outcomes: () => listUndecidedWork(db, toKarachiDate(clock.now()), limit),
      filings: () => listFilingWork(db, limit),
      waiting_imports: () => listReviewWork(db, limit),
      failing_sources: () => listFailingSourceWork(db, limit),
      failed_jobs: () => listFailedJobWork(db, limit),
    };
    const results = await Promise.allSettled(INBOX_KINDS.map((kind) => readers[kind]()));
    const failures = results.filter((result) => result.status === 'rejected');
    // The whole inbox failed, as without a database.
    if (failures.length === INBOX_KINDS.length) throw failures[0]?.reason;
    const parts = INBOX_KINDS.map((kind, index): InboxPart => {
      const result = results[index];
      if (result?.status === 'fulfilled') return { kind, path: PATHS[kind], ...result.value };
      // A kind that cannot be read must not hide the others. The page says so.
      logger.warn({ err: result?.reason, kind }, 'a part of the inbox could not be read');
      return { kind, path: PATHS[kind], count: null, items: [] };
    });
    return { parts };
  });
}

/** The pages on which the kinds are settled. */
const PATHS: Record<InboxKind, string> = {
  unlinked_subscriptions: paths.adminBilling,
  failed_events: paths.adminBilling,
  drafts: paths.adminDrafts,
  outcomes: paths.adminDashboard,
  filings: `${paths.adminImports}?view=filings`,
  waiting_imports: paths.adminImports,
  failing_sources: paths.adminNewsSources,
  failed_jobs: paths.adminSystem,
};

async function listFailedJobWork(db: Queryable, limit: number): Promise<InboxWork> {
  const [count, jobs] = await Promise.all([countDeadLetters(db), listDeadLetters(db, limit)]);
  return {
    count,
    items: jobs.map(({ id, queue, error, failedAt }) => ({
      id,
      title: queue,
      detail: error,
      at: failedAt.toISOString(),
      path: paths.adminSystem,
    })),
  };
}
