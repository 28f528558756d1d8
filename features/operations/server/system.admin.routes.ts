import type { RecentActivity } from '#core/server/http/metrics/recent-activity.ts';
import { getRunbook } from '#core/server/platform/checks/checks.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { listDeadLetters, listQueues, retryDeadLetter } from '#core/server/platform/jobs/dead-letters.ts';
import { VERSION } from '#core/server/version.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { MAX_LISTED_JOBS, readSystem, retryJob } from '#features/operations/contract/system.ts';
import { adminInboxRoutes } from './inbox.admin.routes.ts';
import { setupRoutes } from './setup.admin.routes.ts';
import { taskEmailRoutes } from './task-emails.ts';

/** The parts of this server that administrators see. */
interface SystemDependencies {
  activity: RecentActivity;
  streams: { readonly open: number };
}

/** Shows the state of the system and the inbox, and retries jobs that failed permanently. */
export function registerSystem(routes: RouteDependencies, { activity, streams }: SystemDependencies): void {
  const { handle, config, database, checks } = routes;
  const { cache } = routes.caching;
  adminInboxRoutes(routes);
  setupRoutes(routes);
  taskEmailRoutes(routes);

  handle(readSystem, async () => {
    const [results, queues, failedJobs] = await Promise.all([
      checks.readAll(),
      listQueues(database.db),
      listDeadLetters(database.db, MAX_LISTED_JOBS),
    ]);
    const { totalCount, idleCount, waitingCount } = database.pool;
    return {
      server: {
        version: VERSION,
        node_version: process.versions.node,
        database: config.databaseUrl === null ? ('embedded' as const) : ('postgresql' as const),
        started_at: activity.startedAt.toISOString(),
        streams: streams.open,
        cached_bytes: cache.usage.bytes,
        cached_responses: cache.usage.entries,
        cache_hit_ratio: activity.requests === 0 ? null : cache.counters.hits / activity.requests,
        connections_in_use: totalCount - idleCount,
        connections_awaited: waitingCount,
        minutes: activity.minutes.map((minute) => ({
          at: minute.at.toISOString(),
          requests: minute.requests,
          server_errors: minute.serverErrors,
          event_loop_delay_ms: minute.eventLoopDelayMs,
          memory_bytes: minute.memoryBytes,
        })),
      },
      checks: results.map(({ id, title, server, state, since, cause, action, path }) => ({
        id,
        title,
        server,
        state,
        since: since.toISOString(),
        cause,
        action,
        path,
        runbook: getRunbook(id),
      })),
      queues: queues.map(({ name, waiting, running, dead }) => ({ name, waiting, running, failed: dead })),
      failed_jobs: failedJobs.map(({ id, queue, failedAt, attempts, error }) => ({
        id,
        queue,
        failed_at: failedAt.toISOString(),
        attempts,
        error,
      })),
      failed_job_count: queues.reduce((total, { dead }) => total + dead, 0),
    };
  });

  handle(retryJob, ({ params, events }) =>
    database.transaction(async (tx) => {
      if (!(await retryDeadLetter(tx, params.id))) throw notFound();
      await events.record(tx, { kind: 'jobs_retried', target: { type: 'job', id: params.id } });
    }),
  );
}
