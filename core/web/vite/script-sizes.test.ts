import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { CLIENT_DIR, readBuiltRoutes } from '#tests/support/pages/built-routes.ts';

/** The JavaScript that a page may load before any interaction, in KB, gzipped. */
const MAX_KB = 150;
/** Only customers use it, and it has the figures of all of their trades. */
const MAX_KB_BY_PATH: Record<string, number> = { [paths.positions]: 170 };

const sizes = new Map<string, number>();

async function measure(file: string): Promise<number> {
  const size = sizes.get(file) ?? gzipSync(await readFile(CLIENT_DIR + file)).length;
  sizes.set(file, size);
  return size;
}

it('every page loads at most 150 KB of JavaScript, and My Positions 170 KB', async () => {
  const rows: { path: string; kilobytes: string; isTooLarge: boolean }[] = [];
  for (const { path, files } of await readBuiltRoutes()) {
    const sum = (await Promise.all(files.map(measure))).reduce((total, size) => total + size, 0);
    const isTooLarge = sum > (MAX_KB_BY_PATH[path] ?? MAX_KB) * 1024;
    rows.push({ path, kilobytes: (sum / 1024).toFixed(1), isTooLarge });
  }
  const table = rows.map(({ path, kilobytes, isTooLarge }) =>
    [kilobytes.padStart(7), path, isTooLarge ? '(too large)' : ''].join('  '),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(
    rows.filter(({ isTooLarge }) => isTooLarge),
    `KB of JavaScript, gzipped:\n${table.join('\n')}\n`,
  ).toEqual([]);
});

/** The paths of the API in the code of positions, and texts of their views and buttons. */
const OF_POSITIONS =
  /\/customers\/(?:positions|trades|levels|trade-imports)\/|first in, first out|Add to my positions/;

it('of the pages of customers and visitors, only My Positions loads code of positions', async () => {
  const loading: string[] = [];
  for (const { path, files } of await readBuiltRoutes()) {
    const codes = await Promise.all(files.map((file) => readFile(CLIENT_DIR + file, 'utf8')));
    if (!path.startsWith('/admin/') && codes.some((code) => OF_POSITIONS.test(code))) loading.push(path);
  }
  expect(loading).toEqual([paths.positions]);
});
