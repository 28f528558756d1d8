import type { Dependencies } from '#server/dependencies.ts';
import { readWebhookBacklog, type WebhookBacklog } from '#server/domains/billing/billing.ts';
import { readWaitingImports } from '#server/domains/imports/imports.ts';
import { type FeedHealth, readFeedHealth } from '#server/domains/news/news.ts';
import { listQueues, type QueueCounts } from '#server/platform/jobs/dead-letters.ts';

/** The state of the work that all servers share, from the database. */
export interface SystemFacts {
  queues: QueueCounts[];
  webhooks: WebhookBacklog;
  feeds: FeedHealth;
  /** The downloads with rows that wait for review. */
  imports: { waiting: number; since: Date | null };
}

export async function readSystemFacts({
  database: { db },
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<SystemFacts> {
  const now = clock.now();
  const [queues, webhooks, feeds, imports] = await Promise.all([
    listQueues(db),
    readWebhookBacklog(db, now),
    readFeedHealth(db, now),
    readWaitingImports(db),
  ]);
  return { queues, webhooks, feeds, imports };
}
