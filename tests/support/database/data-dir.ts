import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { embeddedTemplate } from './database-template.ts';

/** A folder of the test's own, gone when it ends. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The dump of an empty, migrated database. */
export async function templatePath(): Promise<string> {
  const { template } = await embeddedTemplate();
  if (template.kind !== 'embedded') throw new Error('the template is no dump');
  return template.path;
}

/** A data folder of the test file's own whose embedded database is there already, for making one takes seconds. */
export function useDataDir(): { path: string } {
  const dataDir = { path: '' };
  beforeAll(async () => {
    dataDir.path = mkdtempSync(join(tmpdir(), 'tezi-test-'));
    const dump = new Blob([new Uint8Array(await readFile(await templatePath()))]);
    const database = await PGlite.create({ dataDir: join(dataDir.path, 'database'), loadDataDir: dump });
    await database.close();
  });
  afterAll(() => rmSync(dataDir.path, { recursive: true, force: true }));
  return dataDir;
}
