import type { Dependencies } from '#server/dependencies.ts';
import { readWebhookBacklog, type WebhookBacklog } from '#server/domains/billing/billing.ts';
import { type FeedHealth, readFeedHealth } from '#server/domains/news/news.ts';
import { listQueues, type QueueCounts } from '#server/platform/jobs/dead-letters.ts';

/** The state of the work that all servers share, from the database. */
export interface SystemFacts {
  queues: QueueCounts[];
  webhooks: WebhookBacklog;
  feeds: FeedHealth;
}

export async function readSystemFacts({
  database: { db },
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<SystemFacts> {
  const now = clock.now();
  const [queues, webhooks, feeds] = await Promise.all([
    listQueues(db),
    readWebhookBacklog(db, now),
    readFeedHealth(db, now),
  ]);
  return { queues, webhooks, feeds };
}
