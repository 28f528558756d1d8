import type { FastifyInstance, RouteOptions } from 'fastify';
import { createApp } from '#app.ts';
import { readConfig } from '#core/server/config/config.ts';
import { openBuiltPages } from '#core/server/http/pages/page-source.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { createLogger, type Logger } from '#core/server/platform/logger.ts';
import { createRateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import type { Dependencies } from '#dependencies.ts';
import { setUpImporter } from '#services.ts';
import { SettableClock } from '#tests/support/test-app.ts';

interface Options extends Partial<Pick<Dependencies, 'fetch' | 'tokenSecrets'>> {
  /** Called for every registered route. */
  onRoute?: (route: RouteOptions) => void;
  logger?: Logger;
  clock?: Clock;
}

const TOKEN_SECRETS = { current: 'x'.repeat(32), accepted: [] };

/** Creates the whole app on a given database, for tests of database failures and other settings. */
export async function createAppOnDatabase(
  database: Database,
  settings: Record<string, string> = {},
  {
    onRoute,
    logger = createLogger('silent'),
    clock = new SettableClock(),
    fetch,
    tokenSecrets = TOKEN_SECRETS,
  }: Options = {},
): Promise<FastifyInstance> {
  const config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent', ...settings });
  return createApp(
    {
      config,
      database,
      clock,
      logger,
      billing: { paddle: null, runDue: async () => {} },
      feedPoller: { fetchNow: async () => null },
      importer: setUpImporter({ database, clock, logger }),
      tokenSecrets,
      signingKey: null,
      rateLimits: createRateLimits({ database, clock, limits: config.limits, secret: tokenSecrets.current }),
      ...(fetch ? { fetch } : {}),
    },
    openBuiltPages(),
    onRoute && (async (app) => void app.addHook('onRoute', onRoute)),
  );
}
