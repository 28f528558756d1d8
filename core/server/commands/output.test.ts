import { expect, it } from 'vitest';
import { reportProgress } from './output.ts';

it('overwrites one line on a terminal and ends it when done', () => {
  let written = '';
  const report = reportProgress({ isTTY: true, write: (text) => (written += text) }, 'Importing');
  for (const done of [1, 2, 3, 3]) report({ done, total: 3 });
  expect(written).toBe('\rImporting: 1 of 3 rows\rImporting: 2 of 3 rows\rImporting: 3 of 3 rows\n');
});

it('writes at most one line for every tenth to a file', () => {
  let written = '';
  const report = reportProgress({ write: (text) => (written += text) }, 'Importing');
  for (let done = 1; done <= 1000; done += 1) report({ done, total: 1000 });
  expect(written.split('\n').length).toBe(11);
});
