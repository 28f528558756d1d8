import Big from 'big.js';
import type { PayoutPart } from '#contract/corporate-actions/book-closures.ts';
import { type PayoutTerm, parseTerms } from './payout-terms.ts';
import { formatRupees } from './rupees.ts';

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
