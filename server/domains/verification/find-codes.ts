import { parseSignalCode } from '#server/domains/signals/signals.ts';

/** A message can contain words that look like codes; more than these are not looked up. */
const MAX_CODES = 10;

/** A part of a text, from the first to before the second position. */
type Range = [start: number, end: number];

export interface FoundCodes {
  /** In the stored form, those of the text in order, with where the text has them and their labels. */
  codes: ReadonlyMap<string, readonly Range[]>;
  /** Something that is labeled as a code has a wrong check symbol. */
  isMistyped: boolean;
}

const PARTS = '([0-9A-Z]{4})';
/** A code as we write it, or one without its dash that has a digit, so that it is no word. */
const CODE = new RegExp(String.raw`(?<![\w-])${PARTS}(\s?-\s?|\s|)${PARTS}(?![\w-])`, 'gi');
/** Directly in front of a code. */
const LABEL = /\bcode[^\p{L}\p{N}]{0,5}$/iu;
const LABEL_LENGTH = 10;

/** Finds what may be the code of a signal in a normalized message. */
export function findCodes(message: string): FoundCodes {
  const codes = new Map<string, Range[]>();
  let isMistyped = false;
  for (const { first, separator, second, index } of listCandidates(message)) {
    const end = index + first.length + separator.length + second.length;
    const label = LABEL.exec(message.slice(Math.max(0, index - LABEL_LENGTH), index))?.[0];
    const isLabeled = label !== undefined || (index === 0 && end === message.length);
    const isCodeLike = isLabeled || separator.includes('-') || /\d/.test(first + second);
    const stored = isCodeLike ? parseSignalCode(first + second) : null;
    if (stored === null) isMistyped ||= isLabeled;
    else if (codes.has(stored) || codes.size < MAX_CODES) {
      const ranges = codes.get(stored) ?? [];
      ranges.push([index - (label?.length ?? 0), end]);
      codes.set(stored, ranges);
    }
  }
  return { codes, isMistyped };
}

/** Returns a message without the ranges in which a code was found. */
export function removeRanges(message: string, ranges: readonly Range[]): string {
  const starts = [0, ...ranges.map(([, end]) => end)];
  return starts.map((start, index) => message.slice(start, ranges[index]?.[0])).join(' ');
}

/** Lists overlapping candidates too: of `SELL 7K3Q X9ME`, the first one is `SELL 7K3Q`. */
function* listCandidates(message: string) {
  const pattern = new RegExp(CODE);
  for (let match = pattern.exec(message); match !== null; match = pattern.exec(message)) {
    const [, first = '', separator = '', second = ''] = match;
    yield { first, separator, second, index: match.index };
    pattern.lastIndex = match.index + first.length;
  }
}
