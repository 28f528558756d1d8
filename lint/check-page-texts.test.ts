import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPageTexts } from './check-page-texts.ts';

const FIXTURE = 'lint/fixtures/page-texts.tsx';

test('reports exactly the texts that React cannot update after a translation', () => {
  const reported = new Set(checkPageTexts([FIXTURE]).map((message) => Number(message.split(':')[1])));
  const lines = readFileSync(FIXTURE, 'utf8').split('\n');
  const accepted = lines.indexOf('export const accepted = [') + 1;
  const cases = lines.flatMap((line, index) => (line.startsWith('  (') ? [{ line, number: index + 1 }] : []));
  expect(cases.filter(({ number }) => reported.has(number))).toEqual(
    cases.filter(({ number }) => number < accepted),
  );
  expect(reported.size).toBe(19);
});
