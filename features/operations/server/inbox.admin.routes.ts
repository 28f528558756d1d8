import { toKarachiDate } from '#core/contract/dates.ts';
import {
  INBOX_KINDS,
  type InboxKind,
  type InboxPart,
  type InboxWork,
  MAX_INBOX_ITEMS,
  readInbox,
} from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { countDeadLetters, listDeadLetters } from '#core/server/platform/jobs/dead-letters.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listFailedEventWork, listUnlinkedWork } from '#features/billing/server/billing.ts';
import { listFilingWork } from '#features/corporate-actions/server/corporate-actions.ts';
import { listReviewWork } from '#features/imports/server/imports.ts';
import { listFailingSourceWork } from '#features/news/server/news.ts';
import { listApprovalWork, listUndecidedWork } from '#features/signals/server/signals.ts';

/** Counts what waits for the administrator, from the features in which it is settled. */
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
