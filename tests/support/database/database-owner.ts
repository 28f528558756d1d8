import { startEmbeddedDatabase } from '#server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/**
 * A process that opens the embedded database of the data folder in its first argument and prints `open`, and then keeps
 * it open until it is killed; or prints `rejected: ` and why. To be run in a container of its own, too.
 */
try {
  await startEmbeddedDatabase(process.argv[2] ?? '', createLogger('silent'));
  process.stdout.write('open\n');
  process.stdin.resume();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stdout.write(`rejected: ${error.message}\n`);
}
