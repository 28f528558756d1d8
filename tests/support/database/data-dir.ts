import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { getDatabaseDump } from './database-template.ts';

/** Creates a temporary folder and removes it when the test ends. */
export function makeTemporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Creates a data folder for the test file, with an embedded database from the cached dump: creating one takes seconds. */
export function useDataDir(): { path: string } {
  const dataDir = { path: '' };
  beforeAll(async () => {
    dataDir.path = mkdtempSync(join(tmpdir(), 'tezi-test-'));
    const dump = new Blob([new Uint8Array(await readFile(await getDatabaseDump()))]);
    const database = await PGlite.create({
      dataDir: join(dataDir.path, 'database'),
      loadDataDir: dump,
      extensions: { pg_trgm },
    });
    await database.close();
  });
  afterAll(() => rmSync(dataDir.path, { recursive: true, force: true }));
  return dataDir;
}
