import Big from 'big.js';
import type { PayoutPart } from '#contract/corporate-actions/book-closures.ts';
import { formatRupees } from './rupees.ts';

/** What one word of a payout says. */
export type PayoutWord =
  | { says: 'percent'; percent: string }
  /** As `label` it stands before its percentage (`Bonus=20%`), as `letter` after it (`20%(B)`), as `word` either way. */
  | { says: 'kind'; kind: PayoutPart['kind']; written: 'label' | 'letter' | 'word' }
  | { says: 'period'; period: NonNullable<PayoutPart['period']> }
  | { says: 'premium'; premiumPerShare: string }
  /** `1 Share for every 10 Shares`, which cash never is. */
  | { says: 'ratio' }
  | { says: 'nothing' };

const MAX_PERCENT = 100_000;

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const NOTHING: PayoutWord = { says: 'nothing' };
const RATIO: PayoutWord = { says: 'ratio' };
const kind = (of: PayoutPart['kind'], written: 'label' | 'letter' | 'word'): PayoutWord => ({
  says: 'kind',
  kind: of,
  written,
});

/** How a word is written, and what it says by the groups of its pattern; the first that fits holds. */
const WORDS: readonly (readonly [RegExp, PayoutWord | ((...groups: string[]) => PayoutWord | null)])[] = [
  [/[ ,;+&/]|and\b/y, NOTHING],
  // 17.50%, 1,250 %, 80%%
  [/((?:\d{1,6}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,8})?) ?%{1,2}/y, percent],
  [/(?:cash )?dividend ?[=:]/y, kind('cash', 'label')],
  [/bonus ?[=:]/y, kind('bonus', 'label')],
  [/rights? ?[=:]/y, kind('right', 'label')],
  [/\( ?(?:f|final) ?\)/y, { says: 'period', period: 'final' }],
  [/\( ?([ivx]{1,4}) ?\)/y, (numeral = '') => interim(NUMERALS.indexOf(numeral) + 1)],
  [/\( ?(\d)(?:st|nd|rd|th) interim ?\)/y, (number) => interim(Number(number))],
  [/\( ?interim ?\)/y, NOTHING],
  [/\( ?(?:d|(?:cash )?dividend|cash) ?\)/y, kind('cash', 'letter')],
  [/\( ?(?:b|bonus) ?\)/y, kind('bonus', 'letter')],
  [/\( ?(?:r|rights?) ?\)/y, kind('right', 'letter')],
  // (FY13), (CY15), (HY-2026): of which year.
  [/\( ?[cfh]y[ -]?(?:\d{4}|\d{2}) ?\)/y, NOTHING],
  [/at (?:a )?premium (?:of )?(?:rs|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-])?/y, premium],
  [/at par(?: value)?\b/y, { says: 'premium', premiumPerShare: '0.00' }],
  [/per shares?\b/y, NOTHING],
  [/\d{1,6}(?:\.\d{1,4})? shares? for every \d{1,6} shares?\b/y, RATIO],
  [/shares? for every \d{1,6} shares?\b/y, RATIO],
  [/(?:cash )?dividend\b|cash\b/y, kind('cash', 'word')],
  [/bonus\b(?: issue\b)?/y, kind('bonus', 'word')],
  [/rights?\b(?: issue\b)?/y, kind('right', 'word')],
];

/** The words of a payout, which comes in lower case and with single spaces. `null` when one of them is not known. */
export function readWords(payout: string): PayoutWord[] | null {
  const words: PayoutWord[] = [];
  let at = 0;
  while (at < payout.length) {
    const read = readWord(payout, at);
    if (!read) return null;
    words.push(read.word);
    at += read.length;
  }
  return words;
}

function readWord(payout: string, at: number): { word: PayoutWord; length: number } | null {
  for (const [pattern, meaning] of WORDS) {
    pattern.lastIndex = at;
    const match = pattern.exec(payout);
    if (!match) continue;
    const word = typeof meaning === 'function' ? meaning(...match.slice(1)) : meaning;
    return word && { word, length: match[0].length };
  }
  return null;
}

function percent(written = ''): PayoutWord | null {
  const value = new Big(written.replaceAll(',', ''));
  return value.gt(MAX_PERCENT) ? null : { says: 'percent', percent: value.toFixed() };
}

const interim = (number: number): PayoutWord | null =>
  number === 0 ? null : { says: 'period', period: number };

function premium(rupees = ''): PayoutWord {
  return { says: 'premium', premiumPerShare: formatRupees(new Big(rupees)) };
}
