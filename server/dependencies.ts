import type { FastifyPluginAsync } from 'fastify';
import type { Config } from './config/config.ts';
import type { Billing } from './domains/billing/billing.ts';
import type { Importer } from './domains/corporate-actions/corporate-actions.ts';
import type { FeedPoller } from './domains/news/news.ts';
import type { ConnectionLimits } from './http/connections/connection-limits.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Mailer } from './platform/email/outbox.ts';
import type { Logger } from './platform/logger.ts';

/** What the app is made of, handed in so that tests can bring their own. */
export interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  mailer: Pick<Mailer, 'wake'>;
  billing: Pick<Billing, 'paddle' | 'wake'>;
  /** The demo's stand-in for Paddle, where it has one. */
  paddleSimulator?: FastifyPluginAsync | null;
  newsReader: Pick<FeedPoller, 'readNow'>;
  importer: Pick<Importer, 'plan' | 'start' | 'undo'>;
  /** Signs access tokens and derives refresh tokens. */
  tokenSecret: string;
  /** Calls other servers; the process's own `fetch` unless a test brings another. */
  fetch?: typeof fetch;
  /** Shorter ones in tests. */
  connectionLimits?: ConnectionLimits;
}
