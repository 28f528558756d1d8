import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Creates a temporary folder and removes it when the test ends. */
export function makeTemporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Creates a data folder for the test file. */
export function useDataDir(): { path: string } {
  const dataDir = { path: '' };
  beforeAll(() => {
    dataDir.path = mkdtempSync(join(tmpdir(), 'tezi-test-'));
  });
  afterAll(() => rmSync(dataDir.path, { recursive: true, force: true }));
  return dataDir;
}
