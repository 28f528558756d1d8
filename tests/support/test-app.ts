import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type EndpointInput, type EndpointShape, endpointPath } from '#contract/endpoint.ts';
import { createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { builtPages } from '#server/http/pages.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { testDatabase } from './test-database.ts';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  clock: SettableClock;
  /** Calls an endpoint as its client would; `token` is the access token to send. */
  call<E extends EndpointShape>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: { token?: string | undefined },
  ): Promise<TestAnswer>;
  /** Any other request: broken bodies, wrong methods, pages. */
  request: FastifyInstance['inject'];
}

export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by asserting it
  body: any;
  headers: LightMyRequestResponse['headers'];
}

/** The time as the app sees it; tests move it. */
export class SettableClock implements Clock {
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

/** The whole server on a database of this test file's own, in memory: no port, no network. */
export function useTestApp(settings: Record<string, string> = {}): TestApp {
  const test = {} as TestApp;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const config: Config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent', ...settings });
    const made = await testDatabase();
    remove = made.remove;
    test.database = made.database;
    test.clock = new SettableClock();
    test.app = await createApp(
      {
        config,
        database: made.database,
        clock: test.clock,
        logger: createLogger('silent'),
        tokenSecret: 'x'.repeat(32),
      },
      builtPages(),
    );
    await test.app.ready();
    test.request = test.app.inject.bind(test.app) as TestApp['request'];
    test.call = (endpoint, input, options) => call(test.app, endpoint, input as CallInput, options);
  });

  afterAll(async () => {
    await test.app?.close();
    await remove?.();
  });

  return test;
}

type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

async function call(
  app: FastifyInstance,
  endpoint: EndpointShape,
  input: CallInput,
  { token }: { token?: string | undefined } = {},
): Promise<TestAnswer> {
  const answer = await app.inject({
    method: endpoint.method,
    url: `/api${endpointPath(endpoint, input.params)}`,
    ...(input.query ? { query: input.query } : {}),
    ...(input.body === undefined ? {} : { payload: input.body as object }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : JSON.parse(answer.body),
    headers: answer.headers,
  };
}
