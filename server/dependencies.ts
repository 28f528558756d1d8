import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Logger } from './platform/logger.ts';

/** What the app is made of, handed in so that tests can bring their own. */
export interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Signs access tokens and derives refresh tokens. */
  tokenSecret: string;
}
