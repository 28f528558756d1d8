import { parseSignalCode } from '#server/domains/signals/signals.ts';

/** A message can contain words that look like codes; more than these are not looked up. */
const MAX_CODES = 10;

export interface FoundCodes {
  /** In the stored form, those of the text in order. */
  codes: string[];
  /** Something that is labeled as a code has a wrong check symbol. */
  isMistyped: boolean;
}

const PARTS = '([0-9A-Z]{4})';
/** A code as we write it, or one without its dash that has a digit, so that it is no word. */
const CODE = new RegExp(String.raw`(?<![\w-])${PARTS}(\s?-\s?|\s|)${PARTS}(?![\w-])`, 'gi');
const LABEL = /\bcode\W*$/i;

/** Finds what may be the code of a signal in a normalized message. */
export function findCodes(message: string): FoundCodes {
  const codes = new Set<string>();
  let isMistyped = false;
  for (const { first, separator, second, index } of listCandidates(message)) {
    const isLabeled =
      LABEL.test(message.slice(0, index)) ||
      message.length === first.length + separator.length + second.length;
    const isCodeLike = isLabeled || separator.includes('-') || /\d/.test(first + second);
    const stored = isCodeLike ? parseSignalCode(first + second) : null;
    if (stored !== null) codes.add(stored);
    else if (isLabeled) isMistyped = true;
  }
  return { codes: [...codes].slice(0, MAX_CODES), isMistyped };
}

/** Returns the message without a code. */
export function removeCode(message: string, stored: string): string {
  const isIt = (first: string, second: string) => parseSignalCode(first + second) === stored;
  return message
    .replace(CODE, (found, first: string, _: string, second: string) => (isIt(first, second) ? ' ' : found))
    .replace(/\bcode\b\W*/gi, ' ');
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
