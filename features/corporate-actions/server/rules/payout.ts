import Big from 'big.js';
import type { PayoutPart } from '#features/corporate-actions/contract/book-closures.ts';

/** One part of a payout, as announced. */
export interface ParsedPart {
  kind: PayoutPart['kind'];
  /** The percentage of the face value, as a decimal without trailing zeros; `null` if an amount is announced instead. */
  percent: string | null;
  /** The announced amount of cash, if it is not a percentage. */
  rupeesPerShare?: string;
  /** `final`, or the number of the interim payout; `null` when not announced. */
  period: PayoutPart['period'];
  /** For a right: rupees above the face value, with at least two decimals; `null` when not announced. */
  premiumPerShare: string | null;
}

const MAX_LENGTH = 500;
/** A closure for a meeting may have the name of the meeting instead of a payout. */
const NONE = /^(?:nil|none|n\/a|agm|eogm|[-–—]+)?\.?$/;
const DEFAULT_FACE_VALUE = '10';

/** Parses a payout into its parts; a blank one and `NIL` have none. Returns `null` if the text is unclear or ambiguous. */
export function parsePayout(text: string): ParsedPart[] | null {
  if (text.length > MAX_LENGTH) return null;
  const payout = text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (NONE.test(payout)) return [];
  const terms = parseTerms(payout);
  const drafts = terms && groupTerms(terms);
  const parts = drafts?.map(completePart);
  if (!parts?.every((part) => part !== null)) return null;
  return parts.filter(({ percent, rupeesPerShare }) => percent !== '0' && rupeesPerShare !== '0.00');
}

/** Returns whether a payout is blank or `NIL`. A text that cannot be parsed may pay something. */
export const paysNothing = (text: string): boolean => parsePayout(text)?.length === 0;

/** Presents a payout. Cash pays its percentage of the face value, which is assumed to be Rs. 10 if it is unknown. */
export function presentPayout(
  text: string,
  faceValue: string | null,
): { payouts: PayoutPart[]; rupeesPerShare: string | null; isFaceValueAssumed: boolean } {
  const parts = parsePayout(text) ?? [];
  const isFaceValueKnown = faceValue !== null && new Big(faceValue).gt(0);
  const face = new Big(isFaceValueKnown ? faceValue : DEFAULT_FACE_VALUE);
  // Multiplied instead of divided by 100: Big.js rounds quotients, but products are exact.
  const calculateRupees = ({ percent, rupeesPerShare = '0' }: ParsedPart) =>
    percent === null ? new Big(rupeesPerShare) : new Big(percent).times(face).times('0.01');
  const cash = parts.filter(({ kind }) => kind === 'cash');
  return {
    payouts: parts.map((part) => ({
      kind: part.kind,
      percent: part.percent,
      period: part.period,
      rupees_per_share: part.kind === 'cash' ? formatRupees(calculateRupees(part)) : null,
      premium_per_share: part.premiumPerShare,
    })),
    rupeesPerShare:
      cash.length > 0
        ? formatRupees(cash.reduce((sum, part) => sum.plus(calculateRupees(part)), new Big(0)))
        : null,
    isFaceValueAssumed: cash.some(({ percent }) => percent !== null) && !isFaceValueKnown,
  };
}

interface DraftPart extends Omit<ParsedPart, 'kind'> {
  kind: ParsedPart['kind'] | null;
  isRatio: boolean;
}

/** Assigns the terms to percentages. Returns `null` if a term is repeated or belongs to no percentage. */
function groupTerms(terms: PayoutTerm[]): DraftPart[] | null {
  const parts: DraftPart[] = [];
  let nextKind: ParsedPart['kind'] | null = null;
  for (const term of terms) {
    const part = parts.at(-1);
    if (term.type === 'percent' || term.type === 'rupees') {
      parts.push({
        ...(term.type === 'percent'
          ? { percent: term.percent }
          : { percent: null, rupeesPerShare: term.rupeesPerShare }),
        kind: nextKind,
        period: null,
        premiumPerShare: null,
        isRatio: false,
      });
      nextKind = null;
    } else if (term.type === 'kind' && startsNextPart(term, part)) {
      if (nextKind !== null) return null;
      nextKind = term.kind;
    } else if (term.type !== 'filler') {
      if (nextKind !== null || !part || !applyTerm(part, term)) return null;
    }
  }
  // Only the first of several parts can be a bare percentage: `60% Bonus 20%` is ambiguous.
  const isAmbiguous = parts.slice(1).some((part) => isBarePercentage(part));
  return nextKind !== null || isAmbiguous || parts.length === 0 ? null : parts;
}

const startsNextPart = (term: PayoutTerm & { type: 'kind' }, part: DraftPart | undefined) =>
  term.notation === 'label' || (term.notation === 'word' && part?.kind !== null);

/** Adds a term to a part. Returns `false` if it contradicts an earlier term. */
function applyTerm(part: DraftPart, term: PayoutTerm): boolean {
  switch (term.type) {
    case 'kind':
      if (part.kind !== null && part.kind !== term.kind) return false;
      part.kind = term.kind;
      return true;
    case 'period':
      if (part.period !== null) return false;
      part.period = term.period;
      return true;
    case 'premium':
      if (part.premiumPerShare !== null) return false;
      part.premiumPerShare = term.premiumPerShare;
      return true;
    case 'ratio':
      part.isRatio = true;
      return true;
    default:
      return false;
  }
}

const isBarePercentage = (part: DraftPart) =>
  part.kind === null && part.period === null && part.premiumPerShare === null && !part.isRatio;

/** Adds a missing kind: a part with a premium is a right, one with a share ratio a bonus, and any other is cash. */
function completePart({ isRatio, ...part }: DraftPart): ParsedPart | null {
  const isRight = part.premiumPerShare !== null;
  const kind = part.kind ?? (isRight ? 'right' : isRatio ? 'bonus' : 'cash');
  if ((isRight && kind !== 'right') || (isRatio && kind === 'cash')) return null;
  if (part.percent === null && kind !== 'cash') return null;
  return { ...part, kind };
}

/** The meaning of one term of a payout. */
type PayoutTerm =
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
  // 17.50%, 1,250 %, 80%%, 10.%
  [/((?:\d{1,6}|\d{1,3}(?:,\d{3})+)(?:\.\d{0,8})?) ?%{1,2}/y, toPercent],
  // 80(ii) (D): a period and a letter follow only percentages
  [/(\d{1,4}(?:\.\d{1,4})?) ?(?=\( ?(?:f|final|[ivx]{1,4}) ?\)? ?\( ?[dbr] ?\))/y, toPercent],
  // Rs. 8.25 (D), Rs. 2/- per share (i) (D)
  [
    /(?:rs|re|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-])?(?: per share)?(?= ?(?:\( ?(?:f|final|[ivx]{1,4}) ?\) ?)?\( ?(?:d|cash|(?:cash )?dividend) ?\))/y,
    toRupees,
  ],
  // Rs. 5 per share, Rs.12.50/- per share (F): without its words an amount could be anything.
  [/(?:rs|re|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-]{1,2})?(?= ?per share\b)/y, toRupees],
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
  // 100% F, 20% ii, 5% B
  [/(?<=[%)] ?)(?:f|final)(?![a-z])/y, { type: 'period', period: 'final' }],
  [/(?<=% ?)(i{1,3}|iv)(?![a-z])/y, (numeral = '') => toInterim(NUMERALS.indexOf(numeral) + 1)],
  [/(?<=[%)] ?)d(?![a-z(])/y, toKind('cash', 'letter')],
  [/(?<=[%)] ?)b(?![a-z(])/y, toKind('bonus', 'letter')],
  [/(?<=[%)] ?)r(?![a-z(])/y, toKind('right', 'letter')],
  // The year, which is ignored: (FY13), (CY15), (HY-2026), (FY), 20%CY12
  [/\( ?[cfh]y(?:[ -]?(?:\d{4}|\d{2}))? ?\)|(?<=[%)] ?)[cfh]y[ -]?(?:\d{4}|\d{2})(?!\d)/y, FILLER],
  [/at (?:a )?premium (?:of )?(?:rs|re|pkr)\.? ?(\d{1,6}(?:\.\d{1,4})?)(?:\/[=-])?/y, toPremium],
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
function parseTerms(payout: string): PayoutTerm[] | null {
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

/** Formats an amount exactly, with at least two decimals: `25.00`, `1.75`, `2.3855376`. */
function formatRupees(amount: Big): string {
  const exact = amount.toFixed();
  const decimals = exact.split('.')[1]?.length ?? 0;
  return decimals < 2 ? amount.toFixed(2) : exact;
}
