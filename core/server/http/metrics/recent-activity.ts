import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { isOverNetwork } from '#core/server/http/connections/connection-limits.ts';
import type { ResponseCache } from '#core/server/http/response-cache/response-cache.ts';
import { type Clock, MINUTE } from '#core/server/platform/clock.ts';

/** What the server did in one minute, which ended at `at`. */
interface ActivityMinute {
  at: Date;
  requests: number;
  serverErrors: number;
  eventLoopDelayMs: number;
  memoryBytes: number;
}

export interface RecentActivity {
  readonly startedAt: Date;
  /** Responses since the start, those of the cache included. */
  readonly requests: number;
  /** The last hour, oldest first. */
  readonly minutes: readonly ActivityMinute[];
}

const KEPT_MINUTES = 60;
const NANOSECONDS_PER_MS = 1e6;

/** Records the activity of the server once it listens, for administrators without a monitoring system. */
export function recordActivity(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'counters'>,
  clock: Clock,
  intervalMs = MINUTE,
): RecentActivity {
  const minutes: ActivityMinute[] = [];
  let routed = 0;
  let serverErrors = 0;
  let before = { requests: 0, serverErrors: 0 };
  const countRequests = () => routed + cache.counters.hits;
  const activity = {
    startedAt: clock.now(),
    get requests() {
      return countRequests();
    },
    minutes,
  };

  const delay = monitorEventLoopDelay();
  let timer: NodeJS.Timeout | undefined;

  function endMinute(): void {
    const now = { requests: countRequests(), serverErrors };
    minutes.push({
      at: clock.now(),
      requests: now.requests - before.requests,
      serverErrors: now.serverErrors - before.serverErrors,
      eventLoopDelayMs: delay.max / NANOSECONDS_PER_MS,
      memoryBytes: process.memoryUsage.rss(),
    });
    if (minutes.length > KEPT_MINUTES) minutes.shift();
    before = now;
    delay.reset();
  }

  app.addHook('onResponse', (request, reply, done) => {
    if (isOverNetwork(request)) {
      routed += 1;
      if (reply.raw.statusCode >= 500) serverErrors += 1;
    }
    done();
  });
  app.addHook('onListen', async () => {
    delay.enable();
    timer = setInterval(endMinute, intervalMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return activity;
}
