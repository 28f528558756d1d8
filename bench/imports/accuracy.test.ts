import { expect, it } from 'vitest';
import { measureAccuracy } from './accuracy.ts';

const EXCHANGE = /^(?:exchange|index|prices)-/;
const NEWSPAPER = /^(?:board-meetings|closures|results)/;

it('reads the files of the exchange and of programs that read its pages, without a wrong row', async () => {
  const results = (await measureAccuracy()).filter(({ name }) => EXCHANGE.test(name));
  expect(results.length).toBeGreaterThanOrEqual(10);
  for (const { name, wrong, rejected, waiting, problems } of results) {
    expect({ name, wrong, rejected, problems: problems.length }).toEqual({
      name,
      wrong: 0,
      rejected: 0,
      problems: waiting,
    });
  }
});

it('reads newspaper tables without a wrong row, and accepts most rows', async () => {
  const results = (await measureAccuracy()).filter(({ name }) => NEWSPAPER.test(name));
  expect(results.length).toBeGreaterThanOrEqual(10);
  for (const { name, problems, wrong, right, waiting, rejected } of results) {
    expect(wrong, problems.join('\n')).toBe(0);
    expect(right / (right + waiting + rejected), name).toBeGreaterThanOrEqual(0.9);
  }
});
