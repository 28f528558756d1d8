import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Config } from './config/config.ts';
import type { LimitName } from './config/settings/limit-settings.ts';
import type { Billing } from './domains/billing/billing.ts';
import type { DemoSimulation } from './domains/demo/demo.ts';
import type { Importer } from './domains/imports/imports.ts';
import type { FeedPoller } from './domains/news/news.ts';
import type { ConnectionLimits } from './http/connections/connection-limits.ts';
import type { AccessDependencies } from './http/endpoints/access.ts';
import type { Handle, HandleByGroup } from './http/endpoints.ts';
import type { Caching } from './http/response-cache/send-cached.ts';
import type { Checks } from './platform/checks/checks.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Logger } from './platform/logger.ts';
import type { GuardedPost } from './platform/outbound/guarded-fetch.ts';
import type { PushSettings } from './platform/push/vapid.ts';
import type { RateLimits } from './platform/rate-limits/rate-limits.ts';
import type { PacedBot } from './platform/telegram/telegram-api.ts';
import type { TokenSecrets } from './platform/token-secrets.ts';

/** How this site posts to the webhooks of customers. */
export interface WebhookDependencies {
  post: GuardedPost;
  /** The receiver of the local demo. */
  demoUrl: string | null;
}

/** The services that the routes use. Tests pass their own. */
export interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  /** The time by which authenticator apps count: real time, which the demo's clock may be ahead of. `clock` by default. */
  authenticatorClock?: Clock;
  logger: Logger;
  rateLimits: RateLimits<LimitName>;
  billing: Pick<Billing, 'paddle' | 'runDue'>;
  /** The demo's Paddle simulator. */
  paddleSimulator?: FastifyPluginAsync | null;
  /** Advances the demo's clock. */
  demoSimulation?: DemoSimulation | null;
  /** Sends push messages; `null` or absent if this site sends none. */
  push?: PushSettings | null;
  /** The demo's simulator of a push service. */
  pushSimulator?: FastifyPluginAsync | null;
  /** The bot of this site; `null` or absent without one. */
  telegram?: PacedBot | null;
  /** The demo's Telegram simulator. */
  telegramSimulator?: FastifyPluginAsync | null;
  /** Posts to the webhooks of customers; `null` or absent in tests without them. */
  webhooks?: WebhookDependencies | null;
  /** The demo's receiver of webhooks. */
  webhookSimulator?: FastifyPluginAsync | null;
  feedPoller: Pick<FeedPoller, 'fetchNow'>;
  importer: Pick<Importer, 'handlers' | 'plan' | 'start' | 'revert'>;
  /** Signs access tokens and derives refresh tokens. */
  tokenSecrets: TokenSecrets;
  /** Calls other servers; the global `fetch` unless a test replaces it. */
  fetch?: typeof fetch;
  /** Shorter in tests. */
  connectionLimits?: ConnectionLimits;
}

/** What a domain needs to register its routes below `/api`. */
export interface RouteDependencies extends Dependencies {
  /** For routes without a contract object, such as files and streams. */
  api: FastifyInstance;
  handle: Handle;
  handleByGroup: HandleByGroup;
  access: AccessDependencies;
  caching: Caching;
  /** Finds out whether the parts of the product work; each registers its own. */
  checks: Checks;
}
