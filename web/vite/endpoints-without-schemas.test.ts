import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Contains the pages, which the global setup builds. */
const CLIENT_DIR = fileURLToPath(new URL('../../build/client', import.meta.url));
/** Part of every schema of the schema library. */
const SCHEMA_MARK = '_zod';

interface Route {
  path?: string;
  module: string;
  imports?: string[];
}

async function readRoutes(): Promise<Route[]> {
  const files = await readdir(`${CLIENT_DIR}/assets`);
  const manifest = files.find((file) => /^manifest-\w+\.js$/.test(file));
  const code = await readFile(`${CLIENT_DIR}/assets/${manifest}`, 'utf8');
  return Object.values(JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)).routes);
}

it('only pages for administrators load the schema library', async () => {
  const routes = (await readRoutes()).filter(({ path = '' }) => !path.startsWith('/admin/'));
  const loaders: unknown[] = [];
  for (const { path, module, imports = [] } of routes) {
    for (const file of [module, ...imports]) {
      const code = await readFile(CLIENT_DIR + file, 'utf8');
      if (code.includes(SCHEMA_MARK)) loaders.push({ path, file });
    }
  }
  expect(routes.length).toBeGreaterThan(20);
  expect(loaders).toEqual([]);
});
