import { startEmbeddedDatabase } from '#server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#server/platform/logger.ts';

/** A process that has the embedded database of the folder in its first argument open until it is killed. */
await startEmbeddedDatabase(process.argv[2] ?? '', createLogger('silent'));
process.stdout.write('open\n');
process.stdin.resume();
