import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';

/** The services that the commands use. Tests pass their own. */
export interface CommandDependencies {
  /** Runs work on the configured database, also while a server uses it. */
  withDatabase: (work: (database: Database, config: Config) => Promise<void>) => Promise<void>;
  print: (line: string) => void;
  clock: Clock;
  logger: Logger;
}
