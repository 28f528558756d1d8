import Big from 'big.js';
import type { PayoutPart } from '#contract/corporate-actions/book-closures.ts';
import { formatRupees } from './rupees.ts';

/** The meaning of one term of a payout. */
export type PayoutTerm =
  | { type: 'percent'; percent: string }
  /** `Rs. 8.25 (D)`: an amount per share, only used for cash. */
  | { type: 'rupees'; rupeesPerShare: string }
  /** A `label` precedes its percentage (`Bonus=20%`), a `letter` follows it (`20%(B)`), a `word` does either. */
  | { type: 'kind'; kind: PayoutPart['kind']; notation: Notation }
  | { type: 'period'; period: NonNullable<PayoutPart['period']> }
  | { type: 'premium'; premiumPerShare: string }
  /** `1 Share for every 10 Shares`, never used for cash. */
  | { type: 'ratio' }
  | { type: 'filler' };

type Notation = 'label' | 'letter' | 'word';

const MAX_PERCENT = 100_000;

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const FILLER: PayoutTerm = { type: 'filler' };
const RATIO: PayoutTerm = { type: 'ratio' };
const toKind = (kind: PayoutPart['kind'], notation: Notation): PayoutTerm => ({
  type: 'kind',
  kind,
  notation,
});

/** Patterns with functions that convert their capture groups to a term; the first match applies. */
const TERMS: readonly (readonly [RegExp, PayoutTerm | ((...groups: string[]) => PayoutTerm | null)])[] = [
  [/[ ,;+&/]|and\b/y, FILLER],
  // 50% (B) - 30%(i) (D); = 300% (R)
  [/(?<=[)%a-z] ?)[-–](?= ?(?:=|\d|bonus|cash|dividend|right))/y, FILLER],
  [/(?<=^)=(?= ?\d)/y, FILLER],
  // 17.50%, 1,250 %, 80%%
  [/((?:\d{1,6}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,8})?) ?%{1,2}/y, toPercent],
  // 80(ii) (D): a period and a letter follow only percentages
  [/(\d{1,4}(?:\.\d{1,4})?) ?(?=\( ?(?:f|final|[ivx]{1,4}) ?\)? ?\( ?[dbr] ?\))/y, toPercent],
  // Rs. 8.25 (D), Rs. 2/- per share (i) (D)
  [
    /(?:rs|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-])?(?: per share)?(?= ?(?:\( ?(?:f|final|[ivx]{1,4}) ?\) ?)?\( ?(?:d|cash|(?:cash )?dividend) ?\))/y,
    toRupees,
  ],
  [/(?:cash )?dividend ?[=:]/y, toKind('cash', 'label')],
  [/bonus ?[=:]/y, toKind('bonus', 'label')],
  [/rights? ?[=:]/y, toKind('right', 'label')],
  // A bracket that is not closed before the next one opens: 40%(ii (D)
  [/\( ?(?:f|final)(?: ?\)|(?= ?\())/y, { type: 'period', period: 'final' }],
  [/\( ?([ivx]{1,4})(?: ?\)|(?= ?\())/y, (numeral = '') => toInterim(NUMERALS.indexOf(numeral) + 1)],
  [/\( ?(\d)(?:st|nd|rd|th) interim ?\)/y, (number) => toInterim(Number(number))],
  [/\( ?interim ?\)/y, FILLER],
  [/\( ?(?:d|(?:cash )?dividend|cash) ?\)/y, toKind('cash', 'letter')],
  [/\( ?(?:b|bonus) ?\)/y, toKind('bonus', 'letter')],
  [/\( ?(?:r|rights?) ?\)/y, toKind('right', 'letter')],
  // 5% B
  [/(?<=[%)] ?)d(?![a-z(])/y, toKind('cash', 'letter')],
  [/(?<=[%)] ?)b(?![a-z(])/y, toKind('bonus', 'letter')],
  [/(?<=[%)] ?)r(?![a-z(])/y, toKind('right', 'letter')],
  // The year, which is ignored: (FY13), (CY15), (HY-2026)
  [/\( ?[cfh]y[ -]?(?:\d{4}|\d{2}) ?\)/y, FILLER],
  [/at (?:a )?premium (?:of )?(?:rs|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-])?/y, toPremium],
  [/at par(?: value)?\b/y, { type: 'premium', premiumPerShare: '0.00' }],
  [/per shares?\b/y, FILLER],
  [/\d{1,6}(?:\.\d{1,4})? shares? for every \d{1,6} shares?\b/y, RATIO],
  [/shares? for every \d{1,6} shares?\b/y, RATIO],
  [/(?:cash )?dividend\b|cash\b/y, toKind('cash', 'word')],
  [/bonus\b(?: issue\b)?/y, toKind('bonus', 'word')],
  [/rights?\b(?: issue\b)?/y, toKind('right', 'word')],
];

/**
 * Splits a payout, in lower case and with single spaces, into terms. Returns `null` if part of it matches no pattern.
 */
export function parseTerms(payout: string): PayoutTerm[] | null {
  const terms: PayoutTerm[] = [];
  let at = 0;
  while (at < payout.length) {
    const parsed = parseTerm(payout, at);
    if (!parsed) return null;
    terms.push(parsed.term);
    at += parsed.length;
  }
  return terms;
}

function parseTerm(payout: string, at: number): { term: PayoutTerm; length: number } | null {
  for (const [pattern, meaning] of TERMS) {
    pattern.lastIndex = at;
    const match = pattern.exec(payout);
    if (!match) continue;
    const term = typeof meaning === 'function' ? meaning(...match.slice(1)) : meaning;
    return term && { term, length: match[0].length };
  }
  return null;
}

function toPercent(digits = ''): PayoutTerm | null {
  const value = new Big(digits.replaceAll(',', ''));
  return value.gt(MAX_PERCENT) ? null : { type: 'percent', percent: value.toFixed() };
}

function toRupees(rupees = ''): PayoutTerm {
  return { type: 'rupees', rupeesPerShare: formatRupees(new Big(rupees)) };
}

const toInterim = (number: number): PayoutTerm | null =>
  number === 0 ? null : { type: 'period', period: number };

function toPremium(rupees = ''): PayoutTerm {
  return { type: 'premium', premiumPerShare: formatRupees(new Big(rupees)) };
}
