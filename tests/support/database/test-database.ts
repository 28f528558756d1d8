import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '#server/platform/database.ts';
import { startDatabaseInMemory } from '#server/platform/embedded-database/embedded-database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { databaseUrl, onServer } from './database-template.ts';

const logger = createLogger('silent');

/**
 * A database of one's own without content: embedded, or on the server that TEST_DATABASE_URL names. It is migrated
 * unless the test is about migrating.
 */
export async function testDatabase({ isMigrated = true } = {}): Promise<{
  database: Database;
  remove: () => Promise<void>;
}> {
  const template = inject('databaseTemplate');
  if (template.kind === 'embedded') {
    const socketDir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
    const embedded = await startDatabaseInMemory(socketDir, isMigrated ? template.path : null, logger);
    const database = connectDatabase({ kind: 'embedded', socketDir: embedded.socketDir }, logger);
    return {
      database,
      async remove() {
        await database.close();
        await embedded.close();
        rmSync(socketDir, { recursive: true, force: true });
      },
    };
  }
  const name = `tezi_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    template.url,
    `create database ${name} template ${isMigrated ? template.template : 'template1'}`,
  );
  const database = connectDatabase({ kind: 'server', url: databaseUrl(template.url, name) }, logger);
  return {
    database,
    async remove() {
      await database.close();
      await onServer(template.url, `drop database ${name} with (force)`);
    },
  };
}
