import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Config } from './core/server/config/config.ts';
import type { LimitName } from './core/server/config/settings/limit-settings.ts';
import type { ConnectionLimits } from './core/server/http/connections/connection-limits.ts';
import type { AccessDependencies } from './core/server/http/endpoints/access.ts';
import type { Handle, HandleByGroup } from './core/server/http/endpoints.ts';
import type { Caching } from './core/server/http/response-cache/send-cached.ts';
import type { Checks } from './core/server/platform/checks/checks.ts';
import type { Clock } from './core/server/platform/clock.ts';
import type { Database } from './core/server/platform/database.ts';
import type { Logger } from './core/server/platform/logger.ts';
import type { GuardedPost } from './core/server/platform/outbound/guarded-fetch.ts';
import type { PushSettings } from './core/server/platform/push/vapid.ts';
import type { RateLimits } from './core/server/platform/rate-limits/rate-limits.ts';
import type { PacedBot } from './core/server/platform/telegram/telegram-api.ts';
import type { TokenSecrets } from './core/server/platform/token-secrets.ts';
import type { Billing } from './features/billing/server/billing.ts';
import type { Importer } from './features/imports/server/imports.ts';
import type { SigningKey } from './features/ledger/server/ledger.ts';
import type { CompanyIndex } from './features/market/server/market.ts';
import type { FeedPoller } from './features/news/server/news.ts';
import type { DemoSimulation } from './features/site/server/demo/demo.ts';

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
  /** The bot of this site; `null` or absent without one. */
  telegram?: PacedBot | null;
  /** Posts to the webhooks of customers; `null` or absent in tests without them. */
  webhooks?: WebhookDependencies | null;
  /** The demo's simulators of these services, by their paths. */
  alertSimulators?: Readonly<Record<string, FastifyPluginAsync | null>>;
  feedPoller: Pick<FeedPoller, 'fetchNow'>;
  importer: Pick<Importer, 'handlers' | 'plan' | 'start' | 'revert'>;
  /** Signs access tokens and derives refresh tokens. */
  tokenSecrets: TokenSecrets;
  /** Signs the heads of the public record; `null` if this site does not sign it. */
  signingKey: SigningKey | null;
  /** Calls other servers; the global `fetch` unless a test replaces it. */
  fetch?: typeof fetch;
  /** A command, not a server. */
  isCommand?: boolean;
  /** Tests set shorter ones. */
  connectionLimits?: ConnectionLimits;
  /** How long a request waits for a page before it gets the last good copy; longer in tests, which busy machines slow down. */
  responseWaitMs?: number;
}

/** What a feature needs to register its routes below `/api`. */
export interface RouteDependencies extends Dependencies {
  /** For routes without a contract object, such as files and streams. */
  api: FastifyInstance;
  handle: Handle;
  handleByGroup: HandleByGroup;
  access: AccessDependencies;
  caching: Caching;
  /** Finds out whether the parts of the product work; each registers its own. */
  checks: Checks;
  /** The companies that users see. */
  companies: CompanyIndex;
}
