import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { builtPages } from '#server/http/pages.ts';
import type { Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { SettableClock } from './test-app.ts';

/** The whole server on a database that the test brings, for what the usual one never does. */
export async function appOnDatabase(
  database: Database,
  settings: Record<string, string> = {},
): Promise<FastifyInstance> {
  const config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent', ...settings });
  return createApp(
    {
      config,
      database,
      clock: new SettableClock(),
      logger: createLogger('silent'),
      tokenSecret: 'x'.repeat(32),
    },
    builtPages(),
  );
}
