import { describe, expect, it } from 'vitest';
import { areSimilar, extractTitleWords, TitleIndex } from './duplicates.ts';

const compare = (a: string, b: string) => [
  areSimilar(extractTitleWords(a), extractTitleWords(b)),
  areSimilar(extractTitleWords(b), extractTitleWords(a)),
];

describe('headlines of one publisher within a day', () => {
  it.each([
    ['KSE-100 gains 1,200 points', 'KSE-100 gains 1,200 points'],
    ['KSE-100 gains 1,200 points', 'KSE-100 gains 1200 points!'],
    ['PSX: KSE-100 Index closes above 160,000 points', 'PSX: KSE-100 index closes above 160,000-point mark'],
    ['Stocks rally 1,000 points on IMF hopes', 'Stocks rally over 1,000 points on IMF hopes'],
    ['OGDCL discovers gas in Sindh', 'OGDCL discovers gas in Sindh well'],
    ['Cement sales up 5pc in October', 'Cement sales up 5% in October'],
    ['Pakistan’s exports to China rise 7% in October', "Pakistan's exports to China rise 7% in October: PBS"],
    ['SBP keeps policy rate unchanged at 10.5%', 'SBP keeps policy rate unchanged at 10.5pc'],
    ['پاکستان اسٹاک ایکسچینج میں تیزی کا رجحان', 'پاکستان اسٹاک ایکسچینج میں تیزی کا رجحان برقرار'],
    // Only the first 500 characters count after normalization, which turns each into 18: the last word is cut off.
    ['\ufdfa'.repeat(500), 'صلى الله عليه'],
  ])('treats headlines as similar: %j, %j', (a, b) => {
    expect(compare(a, b)).toEqual([true, true]);
  });

  it.each([
    [
      'Lucky Cement posts profit after tax of Rs12.3 billion in 1QFY27',
      'Fauji Cement posts profit after tax of Rs4.1 billion in 1QFY27',
    ],
    [
      'Lucky Cement announces final cash dividend of Rs4 per share for the year ended June 30, 2026',
      'Kohat Cement announces final cash dividend of Rs4 per share for the year ended June 30, 2026',
    ],
    [
      'Bank Al Habib announces interim dividend of Rs3.5 per share',
      'Bank Alfalah announces interim dividend of Rs3.5 per share',
    ],
    ['MCB Bank profit up 12% in first half', 'Meezan Bank profit up 12% in first half'],
    ['Engro Fertilizers profit falls 8%', 'Fatima Fertilizer profit falls 8%'],
    ['KSE-100 gains 1,200 points', 'KSE-100 gains 1,500 points'],
    ['KSE-100 gains 1,200 points in intraday trade', 'KSE-100 loses 1,200 points in intraday trade'],
    [
      'Rupee registers marginal gain against US dollar in inter-bank market',
      'Rupee registers marginal loss against US dollar in inter-bank market',
    ],
    ['Government to raise petrol price from Monday', 'Government not to raise petrol price from Monday'],
    ['PSX gains', 'PSX gains as investors cheer staff-level agreement with IMF'],
    ['Gold price falls Rs2,000 per tola', 'Gold price falls Rs2,000 per tola, silver steady at Rs5,100'],
    ['Oil rises', 'Oil falls'],
    ['', ''],
    ['…', '!'],
  ])('treats headlines as different: %j, %j', (a, b) => {
    expect(compare(a, b)).toEqual([false, false]);
  });
});

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
