import Big from 'big.js';
import type { PayoutPart } from '#contract/corporate-actions/book-closures.ts';
import { type PayoutWord, readWords } from './payout-terms.ts';
import { formatRupees } from './rupees.ts';

/** One part of a payout, as it was announced. */
export interface ParsedPart {
  kind: PayoutPart['kind'];
  /** Of the face value, as a decimal without trailing zeros. */
  percent: string;
  /** `final`, or the number of the interim payout; `null` when it is not said. */
  period: PayoutPart['period'];
  /** Of a right: rupees above the face value, with at least two decimals; `null` when they are not said. */
  premiumPerShare: string | null;
}

const MAX_LENGTH = 500;
const NONE = /^(?:nil|none|n\/a|[-–—]+)?\.?$/;
const USUAL_FACE_VALUE = '10';

/** What a payout says, part by part; none for a blank one and `NIL`. `null` when it cannot be read beyond doubt. */
export function parsePayout(text: string): ParsedPart[] | null {
  const written = text.length > MAX_LENGTH ? null : text.replace(/\s+/g, ' ').trim().toLowerCase();
  if (written === null) return null;
  if (NONE.test(written)) return [];
  const words = readWords(written);
  const drafts = words && draftParts(words);
  const parts = drafts?.map(settlePart);
  if (!parts?.every((part) => part !== null)) return null;
  return parts.filter(({ percent }) => percent !== '0');
}

/** The same for readers. Cash pays its percentage of the face value; Rs. 10 where that is not known. */
export function presentPayout(
  text: string,
  faceValue: string | null,
): { payouts: PayoutPart[]; rupeesPerShare: string | null; isFaceValueAssumed: boolean } {
  const parts = parsePayout(text) ?? [];
  const isFaceValueKnown = faceValue !== null && new Big(faceValue).gt(0);
  const face = new Big(isFaceValueKnown ? faceValue : USUAL_FACE_VALUE);
  // Not divided by a hundred: quotients are rounded, products are exact.
  const rupees = ({ percent }: ParsedPart) => new Big(percent).times(face).times('0.01');
  const cash = parts.filter(({ kind }) => kind === 'cash');
  return {
    payouts: parts.map((part) => ({
      kind: part.kind,
      percent: part.percent,
      period: part.period,
      rupees_per_share: part.kind === 'cash' ? formatRupees(rupees(part)) : null,
      premium_per_share: part.premiumPerShare,
    })),
    rupeesPerShare:
      cash.length > 0 ? formatRupees(cash.reduce((sum, part) => sum.plus(rupees(part)), new Big(0))) : null,
    isFaceValueAssumed: cash.length > 0 && !isFaceValueKnown,
  };
}

interface DraftPart extends Omit<ParsedPart, 'kind'> {
  kind: ParsedPart['kind'] | null;
  isRatio: boolean;
}

/** Gives every percentage what is said of it; `null` when something is said twice or of none. */
function draftParts(words: PayoutWord[]): DraftPart[] | null {
  const parts: DraftPart[] = [];
  let announced: ParsedPart['kind'] | null = null;
  for (const word of words) {
    const part = parts.at(-1);
    if (word.says === 'percent') {
      parts.push({
        percent: word.percent,
        kind: announced,
        period: null,
        premiumPerShare: null,
        isRatio: false,
      });
      announced = null;
    } else if (word.says === 'kind' && isOfNext(word, part)) {
      if (announced !== null) return null;
      announced = word.kind;
    } else if (word.says !== 'nothing') {
      if (announced !== null || !part || !describe(part, word)) return null;
    }
  }
  // Of several parts only the first can leave unsaid what it is: `60% Bonus 20%` can be read in two ways.
  const isDoubtful = parts.slice(1).some((part) => saysNothing(part));
  return announced !== null || isDoubtful || parts.length === 0 ? null : parts;
}

const isOfNext = (word: PayoutWord & { says: 'kind' }, part: DraftPart | undefined) =>
  word.written === 'label' || (word.written === 'word' && part?.kind !== null);

/** Whether it can be said of the part. */
function describe(part: DraftPart, word: PayoutWord): boolean {
  switch (word.says) {
    case 'kind':
      if (part.kind !== null && part.kind !== word.kind) return false;
      part.kind = word.kind;
      return true;
    case 'period':
      if (part.period !== null) return false;
      part.period = word.period;
      return true;
    case 'premium':
      if (part.premiumPerShare !== null) return false;
      part.premiumPerShare = word.premiumPerShare;
      return true;
    case 'ratio':
      part.isRatio = true;
      return true;
    default:
      return false;
  }
}

const saysNothing = (part: DraftPart) =>
  part.kind === null && part.period === null && part.premiumPerShare === null && !part.isRatio;

/** Its kind where it says none: only rights have a premium, shares for shares are a bonus, and the rest is cash. */
function settlePart({ isRatio, ...part }: DraftPart): ParsedPart | null {
  const isRight = part.premiumPerShare !== null;
  const kind = part.kind ?? (isRight ? 'right' : isRatio ? 'bonus' : 'cash');
  if ((isRight && kind !== 'right') || (isRatio && kind === 'cash')) return null;
  return { ...part, kind };
}
