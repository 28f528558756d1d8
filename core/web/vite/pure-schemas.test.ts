import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CLIENT_DIR } from '#tests/support/pages/built-routes.ts';
import { renameSchemaLibrary } from './pure-schemas.ts';

it('renames the import and its uses only', () => {
  const code =
    'import * as z from "zod/mini"; const a = z.nullable(z.string()); const b = { z: 1 }, c = b.z.x;';
  expect(renameSchemaLibrary(code)).toBe(
    'import * as zodMini from "zod/mini"; const a = zodMini.nullable(zodMini.string()); const b = { z: 1 }, c = b.z.x;',
  );
});

it('leaves the calls that clear the canvas of a chart in the build', async () => {
  const files = (await readdir(`${CLIENT_DIR}/assets`)).filter((file) => file.endsWith('.js'));
  const codes = await Promise.all(files.map((file) => readFile(`${CLIENT_DIR}/assets/${file}`, 'utf8')));
  const code = codes.find((each) => each.includes('globalCompositeOperation')) ?? '';
  const [, clear] = /function ([\w$]+)\([^)]*\)\{[^}]*globalCompositeOperation=[`"']copy/.exec(code) ?? [];
  expect(clear).toBeDefined();
  expect(code.split(`${clear}(`).length, 'its definition and calls').toBeGreaterThan(2);
});
