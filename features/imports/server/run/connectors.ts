import { createHash } from 'node:crypto';
import { toKarachiDate } from '#core/contract/dates.ts';
import { getFirstMessage } from '#core/contract/errors.ts';
import { type Clock, HOUR } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { ExpectedJobError } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { type GuardedFetch, OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { countAttempt, resetFailures } from '#core/server/platform/rate-limits/counters.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { cacheTradingCalendar, downloadQueue, getLastSessionEnd } from '#features/market/server/market.ts';
import type { Importer } from './importer.ts';
import { storeForReview } from './waiting-imports.ts';

export interface Connector {
  kind: ImportKind;
  url: string;
}

export interface Connectors {
  /** Imports from every URL that no server has read for some hours. Returns why downloads failed, by kind. */
  importDue(signal?: AbortSignal): Promise<Failures>;
}

type Failures = Partial<Record<ImportKind, string>>;

interface ConnectorDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  importer: Pick<Importer, 'plan' | 'start'>;
  fetch: GuardedFetch;
}

const EVERY_TEN_MINUTES = '*/10 * * * *';
/** It is counted in the database, so that only one of all servers reads a URL. */
const READ_LIMIT = { max: 1, windowMs: 6 * HOUR };
const HEADERS = { Accept: 'text/csv, application/json, text/plain;q=0.9, */*;q=0.1' };

/**
 * Imports from the configured URLs every few hours. Failures are logged, reported by checks and retried on the next run. A file with rows that need
 * review waits for an administrator, who confirms them in its preview; its other rows are imported immediately.
 */
export function createConnectors(
  jobs: Jobs,
  connectors: readonly Connector[],
  { database, clock, logger, importer, fetch }: ConnectorDependencies,
): Connectors {
  async function importDue(signal?: AbortSignal): Promise<Failures> {
    const failures: Failures = {};
    for (const connector of connectors) {
      const from = redactUrl(connector.url);
      try {
        if (!signal?.aborted && (await isDue(connector))) await importFrom(connector, from, signal);
      } catch (error) {
        if (signal?.aborted) break;
        await retrySoon(connector);
        if (!isBusy(error)) failures[connector.kind] = describeFailure(error);
        logger.warn({ err: error, from }, 'connector import failed');
      }
    }
    return failures;
  }

  const retrySoon = (connector: Connector) =>
    resetFailures(database.db, getCounterKey(connector)).catch(() => {});

  async function isDue(connector: Connector): Promise<boolean> {
    try {
      await countAttempt(database.db, getCounterKey(connector), READ_LIMIT, clock.now());
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  const getCalendar = cacheTradingCalendar(database);

  /** Fills the date of the last trading day that has ended into the URL. */
  async function fillDate(url: string): Promise<string> {
    if (!url.includes('{date}')) return url;
    const ended = getLastSessionEnd(clock.now(), await getCalendar());
    return url.replaceAll('{date}', toKarachiDate(ended));
  }

  async function importFrom(connector: Connector, from: string, signal?: AbortSignal): Promise<void> {
    const { kind } = connector;
    const url = await fillDate(connector.url);
    const { status, body } = await fetch(url, { headers: HEADERS, ...(signal ? { signal } : {}) });
    if (status !== 200) throw new ExpectedJobError(`The URL responded with status ${status}.`);
    const file = { kind, fileName: getFileName(url), content: body };
    const plan = await importer.plan(file);
    const { review, rejected } = plan.counts;
    if (review > 0 || rejected > 0) {
      const stored = await storeForReview(database, { ...file, source: from }, { plan, now: clock.now() });
      logger.warn({ from, review, rejected, stored }, 'connector left rows out');
    }
    if (plan.writes.length === 0) return;
    const { finished } = await importer.start(file, plan, { by: from });
    await finished;
  }

  if (connectors.length > 0) {
    const schedule = { cron: EVERY_TEN_MINUTES, isRunAtStart: true };
    jobs.handleSchedule(downloadQueue, schedule, async ({ signal }) => {
      const cause = await importDue(signal);
      if (Object.keys(cause).length > 0) throw new ExpectedJobError('downloads failed', { cause });
    });
  }
  return { importDue };
}

const getCounterKey = ({ kind, url }: Connector) =>
  `connector:${kind}:${createHash('sha256').update(url).digest('base64url')}`;

/** Returns whether another import is running. */
const isBusy = (error: unknown) => error instanceof HttpError && error.status === 409;

function describeFailure(error: unknown): string {
  if (error instanceof ExpectedJobError || error instanceof OutboundError) return error.message;
  const message = error instanceof HttpError && getFirstMessage(error.body, Object.keys(error.body)[0] ?? '');
  return message || 'Search the log for “connector import failed”.';
}

/** Removes the query string and credentials, which may be secret. */
function redactUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return decodeDate(`${origin}${pathname}`).slice(0, 200);
}

const decodeDate = (url: string) => url.replaceAll('%7Bdate%7D', '{date}');

const getFileName = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return (pathname.split('/').findLast((part) => part !== '') ?? hostname).slice(0, 200);
};
