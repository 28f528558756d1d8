import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import { makeTemporaryDir } from '#tests/support/database/data-dir.ts';
import { readImportFiles } from './import.command.ts';

it('reads a table that is larger than the limit in parts, each with the header', async () => {
  const path = join(makeTemporaryDir(), 'prices.csv');
  const rest = ' '.repeat(145);
  const rows = Array.from({ length: 60_000 }, (_, index) => `S${index},2026-11-20,1${rest}`);
  writeFileSync(path, ['symbol,date,close', ...rows].join('\n'));
  const parts: { fileName: string; lines: string[] }[] = [];
  for await (const { fileName, content } of readImportFiles('prices', [path]))
    parts.push({ fileName, lines: String(content).split('\n') });
  expect(parts.map(({ fileName, lines }) => [fileName, lines.length, lines[0]])).toEqual([
    ['prices.csv, lines 2 to 50001', 50_001, 'symbol,date,close'],
    ['prices.csv, lines 50002 to 60001', 10_001, 'symbol,date,close'],
  ]);
  expect(parts.flatMap(({ lines }) => lines.slice(1))).toEqual(rows);
});

it('reads a table with long lines in parts that are not larger than a file may be', async () => {
  const path = join(makeTemporaryDir(), 'prices.csv');
  const rows = Array.from({ length: 3_000 }, (_, index) => `S${index},2026-11-20,1${' '.repeat(5_000)}`);
  writeFileSync(path, ['symbol,date,close', ...rows].join('\n'));
  const parts: string[] = [];
  for await (const { content } of readImportFiles('prices', [path])) parts.push(String(content));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(MAX_IMPORT_BYTES);
  expect(parts.flatMap((part) => part.split('\n').slice(1))).toEqual(rows);
});
