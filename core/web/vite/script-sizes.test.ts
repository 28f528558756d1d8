import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { CLIENT_DIR, readBuiltRoutes } from '#tests/support/pages/built-routes.ts';

/** The JavaScript that a page may load before any interaction, gzipped. */
const MAX_BYTES = 150 * 1024;

const sizes = new Map<string, number>();

async function measure(file: string): Promise<number> {
  const size = sizes.get(file) ?? gzipSync(await readFile(CLIENT_DIR + file)).length;
  sizes.set(file, size);
  return size;
}

it('every page loads at most 150 KB of JavaScript', async () => {
  const rows: { path: string; kilobytes: string; isTooLarge: boolean }[] = [];
  for (const { path, files } of await readBuiltRoutes()) {
    const sum = (await Promise.all(files.map(measure))).reduce((total, size) => total + size, 0);
    rows.push({ path, kilobytes: (sum / 1024).toFixed(1), isTooLarge: sum > MAX_BYTES });
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
