import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The maximum number of failed jobs in the state of the system. */
export const MAX_LISTED_JOBS = 100;

const FailedJob = z.object({
  id: z.string(),
  queue: z.string(),
  failed_at: timestamp,
  attempts: z.int(),
  error: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** A minute of the server that responds. */
const Minute = z.object({
  /** The end of the minute. */
  at: timestamp,
  requests: z.int(),
  /** Responses with status 500 or higher. */
  server_errors: z.int(),
  /** The longest delay of the event loop, in milliseconds. */
  event_loop_delay_ms: z.number(),
  memory_bytes: z.int(),
});
export type SystemMinute = z.infer<typeof Minute>;

const CHECK_STATE = z.enum(['ok', 'off', 'warning', 'failing', 'unknown']);

const CheckResult = z.object({
  id: z.string(),
  /** What is true if the check is ok. */
  title: z.string(),
  /** The server that has the problem; `null` if all share it. */
  server: z.nullable(z.string()),
  /** `unknown`: the check could not run; `off`: what is checked is not set up. */
  state: CHECK_STATE,
  since: timestamp,
  cause: z.string(),
  /** What to do next; `null` if nothing. */
  action: z.nullable(z.string()),
  /** The page of the administration on which the problem is solved, if there is one. */
  path: z.nullable(z.string()),
  /** The entry of the runbook. */
  runbook: z.string(),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const readSystem = defineEndpoint({
  method: 'GET',
  path: '/admin/system/',
  summary: 'Read the state of the server that responds, and of the work that all servers share',
  access: 'administrator',
  response: z.object({
    server: z.object({
      version: z.string(),
      node_version: z.string(),
      database: z.enum(['postgresql', 'embedded']),
      started_at: timestamp,
      streams: z.int(),
      cached_bytes: z.int(),
      cached_responses: z.int(),
      /** The share of responses that the cache sent before routing since the start, from 0 to 1; `null` without any. */
      cache_hit_ratio: z.nullable(z.number()),
      connections_in_use: z.int(),
      connections_awaited: z.int(),
      /** The last hour, oldest first. */
      minutes: z.array(Minute),
    }),
    /** Worst first. */
    checks: z.array(CheckResult),
    queues: z.array(z.object({ name: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })),
    failed_jobs: z.array(FailedJob),
    failed_job_count: z.int(),
  }),
});

export const retryJob = defineEndpoint({
  method: 'POST',
  path: '/admin/system/jobs/:id/retry/',
  summary: 'Queue a job that failed permanently once more',
  access: 'administrator',
  params: z.object({ id: z.uuid() }),
  status: 204,
  response: z.undefined(),
});

const SetupItem = z.object({
  id: z.string(),
  group: z.string(),
  /** What is true once it is set up. */
  title: z.string(),
  purpose: z.string(),
  settings: z.array(z.string()),
  is_essential: z.boolean(),
  has_test: z.boolean(),
  state: CHECK_STATE,
  cause: z.string(),
  action: z.nullable(z.string()),
  path: z.nullable(z.string()),
});
export type SetupItem = z.infer<typeof SetupItem>;

export const readSetup = defineEndpoint({
  method: 'GET',
  path: '/admin/setup/',
  summary: 'List what a site needs, with the state of each item',
  access: 'administrator',
  response: z.object({
    items: z.array(SetupItem),
    /** The number of essential items that are missing. */
    missing: z.int(),
  }),
});

export const testSetup = defineEndpoint({
  method: 'POST',
  path: '/admin/setup/:id/test/',
  summary: 'Try an item of the setup for real, such as by sending an email to the administrator',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  response: z.object({ state: CHECK_STATE, cause: z.string(), action: z.nullable(z.string()) }),
});

export const makePushKey = defineEndpoint({
  method: 'POST',
  path: '/admin/setup/push-key/',
  summary: 'Make a key for push messages, which is shown once and not stored',
  access: 'administrator',
  response: z.object({ setting: z.string(), value: z.string() }),
});
