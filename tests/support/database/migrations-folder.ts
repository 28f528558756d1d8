import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { makeTemporaryDir } from './data-dir.ts';

/** Creates a folder with the migrations up to the named one, as an earlier version has them. */
export function createMigrationsUntil(tag: string): string {
  const folder = makeTemporaryDir();
  cpSync(new URL('../../../db/migrations', import.meta.url), folder, { recursive: true });
  const entries = journal.entries.slice(0, journal.entries.findIndex((each) => each.tag === tag) + 1);
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}
