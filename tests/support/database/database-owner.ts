import { startEmbeddedDatabase } from '#core/server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { getPostgresBinDir } from './postgres-binaries.ts';

/**
 * A process that opens the embedded database of the data folder in its first argument, prints `open`, and holds it open
 * until it is killed; or prints `rejected: ` and the reason. It can run in a separate container.
 */
try {
  await startEmbeddedDatabase(
    { dataDir: process.argv[2] ?? '', postgresBinDir: getPostgresBinDir() },
    createLogger('silent'),
  );
  process.stdout.write('open\n');
  process.stdin.resume();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stdout.write(`rejected: ${error.message}\n`);
}
