import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '#app.ts';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';
import { type EndpointInput, type EndpointShape, getEndpointPath } from '#core/contract/endpoint.ts';
import { type Config, readConfig } from '#core/server/config/config.ts';
import { openBuiltPages } from '#core/server/http/pages/page-source.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { bulkEmailQueue, emailQueue, handleEmails } from '#core/server/platform/email/outbox.ts';
import type { Message } from '#core/server/platform/email/transport.ts';
import { createJobs, type Jobs } from '#core/server/platform/jobs/jobs.ts';
import { createLogger, type Logger } from '#core/server/platform/logger.ts';
import { createRateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';
import type { Dependencies } from '#dependencies.ts';
import { createAccountEmails } from '#features/accounts/server/accounts.ts';
import { createAlertEmails, handleAlerts, listChannels, paceBot } from '#features/alerts/server/alerts.ts';
import { type Billing, createBilling, createBillingEmails } from '#features/billing/server/billing.ts';
import type { PaddleAccount } from '#features/billing/server/create-billing.ts';
import type { Importer } from '#features/imports/server/imports.ts';
import type { SigningKey } from '#features/ledger/server/ledger.ts';
import { createFeedPoller, type FeedPoller } from '#features/news/server/news.ts';
import { setUpImporter } from '#services.ts';
import { useSharedDatabase } from './database/test-database.ts';
import { createFakePublishers, type FakePublishers } from './news/publishers.ts';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  clock: SettableClock;
  config: Config;
  logger: Logger;
  /** Sends the emails that are due and returns all that were sent since the last call. */
  deliverEmails(): Promise<Message[]>;
  /** Signs the heads of the record in the app. */
  signingKey: SigningKey | null;
  /** Not started: tests run jobs with `runDue`. */
  jobs: Jobs;
  /** The app sends push messages. */
  hasPush: boolean;
  hasTelegram: boolean;
  hasWebhooks: boolean;
  feedPoller: FeedPoller;
  importer: Importer;
  /** Applies webhooks and reconciles with Paddle on request. */
  billing: Billing;
  /** Calls an endpoint like its client. */
  call<E extends EndpointShape>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<TestResponse>;
  /** Sends any other request: malformed bodies, wrong methods, pages. */
  request: FastifyInstance['inject'];
}

interface CallOptions {
  /** The access token. */
  token?: string | undefined;
  /** The IP address of the caller. */
  clientIp?: string;
  cookies?: Record<string, string>;
  /** The CSRF token of a form request, sent as cookie and header. */
  csrf?: string;
}

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of a response
  body: any;
  headers: LightMyRequestResponse['headers'];
}

/** The app's clock, set by tests. */
export class SettableClock implements Clock {
  readonly isInjected = true;
  #now = new Date('2026-11-21T05:42:00.000Z');

  now(): Date {
    return new Date(this.#now);
  }

  set(time: string): void {
    this.#now = new Date(time);
  }

  advance(durationMs: number): void {
    this.#now = new Date(this.#now.getTime() + durationMs);
  }
}

/** Runs the whole app on the test file's own database, without a port or network. `parts` replace its dependencies. */
export function useTestApp(
  settings: Record<string, string> = {},
  {
    publishers = createFakePublishers(),
    paddle = null,
    telegram: bot = null,
    signingKey = null,
    ...parts
  }: Pick<
    Dependencies,
    | 'fetch'
    | 'push'
    | 'webhooks'
    | 'paddleSimulator'
    | 'demoSimulation'
    | 'authenticatorClock'
    | 'connectionLimits'
    | 'responseWaitMs'
  > & {
    /** Replaces `test.clock` in the app. */
    clock?: Clock;
    publishers?: FakePublishers;
    paddle?: PaddleAccount | null;
    telegram?: TelegramBot | null;
    signingKey?: SigningKey | null;
  } = {},
): TestApp {
  const test = {} as TestApp;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const config: Config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent', ...settings });
    test.config = config;
    const shared = await useSharedDatabase();
    remove = shared.remove;
    test.database = shared.database;
    test.clock = new SettableClock();
    const clock = parts.clock ?? test.clock;
    const logger = createLogger('silent');
    test.logger = logger;
    const sent: Message[] = [];
    test.jobs = createJobs({ database: shared.database, logger });
    handleEmails(test.jobs, {
      database: shared.database,
      clock,
      templates: {
        ...createAccountEmails(config, { listChannels }),
        ...createBillingEmails(config),
        ...createAlertEmails(config, { database: shared.database, clock }),
      },
      send: async (message) => void sent.push(message),
    });
    test.deliverEmails = async () => {
      await test.jobs.runDue(emailQueue);
      await test.jobs.runDue(bulkEmailQueue);
      return sent.splice(0);
    };
    test.feedPoller = createFeedPoller(test.jobs, {
      database: shared.database,
      clock,
      logger,
      pipeline: publishers.pipeline,
    });
    test.importer = setUpImporter({ database: shared.database, clock, logger, signingKey });
    const tokenSecrets = { current: 'x'.repeat(32), accepted: [] };
    test.signingKey = signingKey;
    test.hasPush = Boolean(parts.push);
    const telegram = bot && paceBot(bot, shared.database.db);
    test.hasTelegram = Boolean(telegram);
    test.hasWebhooks = Boolean(parts.webhooks);
    handleAlerts(test.jobs, {
      database: shared.database,
      clock,
      logger,
      config,
      tokenSecrets,
      push: parts.push ?? null,
      telegram,
      webhooks: parts.webhooks ?? null,
    });
    test.billing = createBilling({
      database: shared.database,
      clock,
      logger,
      tokenSecrets,
      jobs: test.jobs,
      paddle,
    });
    test.app = await createApp(
      {
        config,
        database: shared.database,
        clock,
        logger,
        feedPoller: test.feedPoller,
        importer: test.importer,
        billing: { paddle, runDue: test.billing.runDue },
        tokenSecrets,
        signingKey,
        rateLimits: createRateLimits({
          database: shared.database,
          clock,
          limits: config.limits,
          secret: tokenSecrets.current,
        }),
        telegram,
        responseWaitMs: 60_000,
        ...parts,
      },
      openBuiltPages(),
    );
    await test.app.ready();
    test.request = test.app.inject.bind(test.app) as TestApp['request'];
    test.call = (endpoint, input, options) => call(test.app, endpoint, input as CallInput, options);
  });

  afterAll(async () => {
    await test.feedPoller?.close();
    await test.importer?.close();
    await test.jobs?.close();
    await test.app?.close();
    await remove?.();
  });

  return test;
}

/** Returns the cookies that a response sets, to send with the next request. */
export function getCookies({ headers }: Pick<TestResponse, 'headers'>): Record<string, string> {
  const lines = [headers['set-cookie'] ?? []].flat();
  return Object.fromEntries(lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1) ?? []));
}

type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
};

async function call(
  app: FastifyInstance,
  endpoint: EndpointShape,
  input: CallInput,
  { token, clientIp, cookies, csrf }: CallOptions = {},
): Promise<TestResponse> {
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${getEndpointPath(endpoint, input.params)}`,
    ...(input.query ? { query: input.query } : {}),
    ...getPayload(endpoint, input.body),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
      ...(endpoint.isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(csrf ? { [CSRF_HEADER]: csrf, cookie: `${CSRF_COOKIE}=${csrf}` } : {}),
    },
    ...(clientIp ? { remoteAddress: clientIp } : {}),
    ...(cookies ? { cookies } : {}),
  });
  return {
    status: response.statusCode,
    body: readBody(endpoint, response),
    headers: response.headers,
  };
}

function readBody({ file }: EndpointShape, { statusCode, body, rawPayload }: LightMyRequestResponse) {
  if (file && statusCode === 200) return rawPayload;
  return body === '' ? undefined : JSON.parse(body);
}

function getPayload({ isForm }: EndpointShape, body: unknown) {
  if (body === undefined) return {};
  return { payload: isForm ? String(new URLSearchParams(body as Record<string, string>)) : (body as object) };
}
