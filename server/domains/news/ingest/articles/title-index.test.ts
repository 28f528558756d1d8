import { describe, expect, it } from 'vitest';
import { areNearEqual, titleWords } from './similar-titles.ts';
import { TitleIndex } from './title-index.ts';

const WORDS = 'cement profit rises falls stocks rally rupee gold oil bank tariff policy'.split(' ');

/** Titles of a few words and sometimes a figure, many of them near-equal; the same at every run. */
function someTitles(count: number): string[] {
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

const letters = (number: number) =>
  number.toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

describe('titles by their words', () => {
  it('finds the same as going through them all', () => {
    const known = someTitles(300).map(titleWords);
    const index = new TitleIndex<null>();
    for (const title of known) index.add(title, null);
    const sought = someTitles(900).slice(300).map(titleWords);
    const expected = sought.map((title) => known.some((each) => areNearEqual(each, title)));
    expect(sought.map((title) => index.hasNearEqual(title, () => true))).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
  });

  it.each([
    ['have words of their own', (i: number) => `Mill${letters(i)} of town${letters(i)} grows`, 10],
    ['are all the same', () => 'Report of the day', 1000],
  ])('looks at few of many that %s', (_name, titleOf, most) => {
    const index = new TitleIndex<number>();
    for (let i = 0; i < 5000; i += 1) index.add(titleWords(titleOf(i)), i);
    let looked = 0;
    const refuse = () => {
      looked += 1;
      return false;
    };
    expect(index.hasNearEqual(titleWords(titleOf(4711)), refuse)).toBe(false);
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(most);
  });
});
