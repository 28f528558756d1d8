import { expect, it } from 'vitest';
import { measureAccuracy } from './accuracy.ts';

const CLASSES = /^(?:exchange|index|prices)-/;

it('reads the files of the exchange and of programs that read its pages, without a wrong row', async () => {
  const results = (await measureAccuracy()).filter(({ name }) => CLASSES.test(name));
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
