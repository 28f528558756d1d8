import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CLIENT_DIR, readBuiltRoutes } from '#tests/support/pages/built-routes.ts';
import { removeServerFields } from './browser-endpoints.ts';

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

it('leaves the loaders of pages out of what browsers load', async () => {
  // A header that only `createServerSend` names, which every loader calls.
  const mark = 'User-Agent';
  const server = await readFile(`${CLIENT_DIR}/../server/index.js`, 'utf8');
  expect(server).toContain(mark);
  const files = (await readdir(`${CLIENT_DIR}/assets`)).filter((file) => file.endsWith('.js'));
  const codes = await Promise.all(files.map((file) => readFile(`${CLIENT_DIR}/assets/${file}`, 'utf8')));
  expect(files.filter((_, index) => codes[index]?.includes(mark))).toEqual([]);
});

it('removes the fields that only the server reads', () => {
  const code = `
    export const list = defineEndpoint({
      method: 'GET', path: '/signals/', summary: 'List signals', access: 'open', topics: ['signals'],
      query: z.object({ page: z.number() }), status: 200, response: paginated(Signal),
    });
    export const send = defineEndpoint({ method: 'POST', path: '/forms/', isForm: true, endsSession: true });
    export const download = defineEndpoint({ method: 'POST', path: '/file/', file: 'application/zip', status: 200 });
  `;
  expect(removeServerFields(code).replaceAll(/\s+/g, ' ').trim()).toBe(
    "export const list = defineEndpoint({ method: 'GET', path: '/signals/', access: 'open' }); " +
      "export const send = defineEndpoint({ method: 'POST', path: '/forms/', isForm: true }); " +
      "export const download = defineEndpoint({ method: 'POST', path: '/file/', file: 'application/zip' });",
  );
});

it.each([
  'defineEndpoint(shape)',
  "defineEndpoint({ ...common, path: '/x/' })",
  "defineEndpoint({ 'path': '/x/' })",
  "defineEndpoint({ [path]: '/x/' })",
])('throws on %s, which it does not understand', (code) => {
  expect(() => removeServerFields(code)).toThrow('Define an endpoint with');
});
