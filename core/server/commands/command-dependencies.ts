import type { Config } from '#core/server/config/config.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';

/** The services that the commands use. Tests pass their own. */
export interface CommandDependencies {
  /** Runs work on the configured database, also while a server uses it. */
  withDatabase: (work: (database: Database, config: Config) => Promise<void>) => Promise<void>;
  print: (line: string) => void;
  clock: Clock;
  logger: Logger;
}
