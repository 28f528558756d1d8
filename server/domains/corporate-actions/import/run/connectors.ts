import { createHash } from 'node:crypto';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { decodeFile } from '#server/domains/corporate-actions/import/parse/decode-file.ts';
import { type Clock, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';
import { countAttempt, resetFailures } from '#server/platform/rate-limits/counters.ts';
import type { Importer } from './importer.ts';

export interface Connector {
  kind: ImportKind;
  url: string;
}

export interface Connectors {
  start(): void;
  /** Reads every address that has not been read for some hours, by whichever server. */
  readDue(): Promise<void>;
  close(): Promise<void>;
}

interface ConnectorParts {
  database: Database;
  clock: Clock;
  logger: Logger;
  importer: Pick<Importer, 'plan' | 'start'>;
  fetch: GuardedFetch;
}

const LOOK_MS = 10 * MINUTE;
/** Counted in the database, so that of all servers one reads. */
const ONCE = { max: 1, windowMs: 6 * HOUR };
const HEADERS = { Accept: 'text/csv, application/json, text/plain;q=0.9, */*;q=0.1' };

/** Imports what the configured addresses give. What fails is logged and tried again the next time. */
export function createConnectors(connectors: readonly Connector[], parts: ConnectorParts): Connectors {
  const { database, clock, logger } = parts;
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function readAll(): Promise<void> {
    for (const connector of connectors) {
      const from = shownAddress(connector.url);
      try {
        if (!stopping.signal.aborted && (await isDue(connector))) await read(connector, from);
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (isBusy(error)) await tryAgainSoon(connector);
        logger.warn({ err: error, from }, 'meetings or closures could not be read');
      }
    }
  }

  const tryAgainSoon = (connector: Connector) => resetFailures(database.db, keyOf(connector)).catch(() => {});

  async function isDue(connector: Connector): Promise<boolean> {
    try {
      await countAttempt(database.db, keyOf(connector), ONCE, clock.now());
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  async function read({ kind, url }: Connector, from: string): Promise<void> {
    const { status, body } = await parts.fetch(url, { headers: HEADERS, signal: stopping.signal });
    if (status !== 200) throw new Error(`the address answered ${status}`);
    const file = { kind, fileName: fileNameOf(url), content: decodeFile(body) };
    const plan = await parts.importer.plan(file);
    if (plan.writes.length === 0) return;
    const { finished } = await parts.importer.start(file, plan, { by: from });
    await finished;
  }

  const readDue = () => {
    underWay = underWay.then(readAll);
    return underWay;
  };

  return {
    readDue,
    start() {
      if (connectors.length === 0) return;
      timer ??= setInterval(readDue, LOOK_MS);
      void readDue();
    },
    close() {
      clearInterval(timer);
      stopping.abort();
      return underWay;
    },
  };
}

const keyOf = ({ kind, url }: Connector) =>
  `connector:${kind}:${createHash('sha256').update(url).digest('base64url')}`;

/** Another import runs at this moment. */
const isBusy = (error: unknown) => error instanceof HttpError && error.status === 409;

/** Without what may be a secret. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 200);
}

const fileNameOf = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return (pathname.split('/').findLast((part) => part !== '') ?? hostname).slice(0, 200);
};
