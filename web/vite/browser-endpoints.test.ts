import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CLIENT_DIR, readBuiltRoutes } from '#tests/support/built-routes.ts';

/** Part of every schema of the schema library. */
const SCHEMA_MARK = '_zod';

it('only pages for administrators load the schema library', async () => {
  const routes = (await readBuiltRoutes()).filter(({ path }) => !path.startsWith('/admin/'));
  const loaders: unknown[] = [];
  for (const { path, ownFiles } of routes) {
    for (const file of ownFiles) {
      const code = await readFile(CLIENT_DIR + file, 'utf8');
      if (code.includes(SCHEMA_MARK)) loaders.push({ path, file });
    }
  }
  expect(routes.length).toBeGreaterThan(20);
  expect(loaders).toEqual([]);
});
