import { describe, expect, it } from 'vitest';
import { areSimilar, extractTitleWords } from './similar-titles.ts';
import { TitleIndex } from './title-index.ts';

const WORDS = 'cement profit rises falls stocks rally rupee gold oil bank tariff policy'.split(' ');

/** Generates deterministic titles of a few words and sometimes a figure, many of them similar. */
function generateTitles(count: number): string[] {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 2 + next(5) }, () => WORDS[next(WORDS.length)]);
    return [...words, ...(next(3) === 0 ? [String(next(3))] : [])].join(' ');
  });
}

const toLetters = (number: number) =>
  number.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

describe('the title index', () => {
  it('finds the same titles as comparing them all', () => {
    const existing = generateTitles(300).map(extractTitleWords);
    const index = new TitleIndex<null>();
    for (const title of existing) index.add(title, null);
    const queried = generateTitles(900).slice(300).map(extractTitleWords);
    const expected = queried.map((title) => existing.some((each) => areSimilar(each, title)));
    expect(queried.map((title) => index.hasSimilar(title, () => true))).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });

  it.each([
    ['have unique words', (i: number) => `Mill${toLetters(i)} of town${toLetters(i)} grows`, 10],
    ['are all equal', () => 'Report of the day', 1000],
  ])('compares few of many titles that %s', (_name, makeTitle, maximum) => {
    const index = new TitleIndex<number>();
    for (let i = 0; i < 5000; i += 1) index.add(extractTitleWords(makeTitle(i)), i);
    let compared = 0;
    const rejectAll = () => {
      compared += 1;
      return false;
    };
    expect(index.hasSimilar(extractTitleWords(makeTitle(4711)), rejectAll)).toBe(false);
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(maximum);
  });
});
