import type { SignalLevels } from '#contract/signals/signal.ts';
import type { Difference } from '#contract/verify/verify.ts';

/** What a version of a signal says. */
export interface PublishedFacts extends SignalLevels {
  symbol: string;
}

interface OwnTexts {
  /** Texts with numbers that are no levels, such as the analyst's registration, normalized. */
  phrases: readonly string[];
  /** The links that our messages contain, normalized. */
  links: readonly string[];
  isSymbol: (word: string) => boolean;
}

const SIDE = /\b(buy|sell)\b/gi;
const LINK = /\b(?:https?:\/\/|www\.)\S+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*/gi;
const NUMBER = /\d+(?:[.,]\d+)*/g;

/** Returns whether a message says more than its code. It does not depend on a signal, so that trying symbols reveals none. */
export const hasFacts = (message: string, isSymbol: OwnTexts['isSymbol']): boolean =>
  /\d/.test(message) || message.search(SIDE) >= 0 || splitWords(message).some(isSymbol);

/**
 * Compares a normalized message without its code with a version of a signal. It repeats the version if the list is empty: it has the symbol, the side and
 * every level once, each after its own label if it has one, and no other number and link.
 */
export function compareMessage(
  message: string,
  published: PublishedFacts,
  { phrases, links, isSymbol }: OwnTexts,
): Difference[] {
  const differences: Difference[] = [];
  const text = message.replace(LINK, (found) => {
    const link = found.replace(/[).,;:!?\]]+$/, '');
    if (!links.includes(link.toLowerCase().replace(/\/$/, '')))
      differences.push({ field: 'link', published: null, received: link });
    return ' ';
  });
  const rest = removePhrases(text, phrases);
  differences.push(
    ...compareSymbol(text, published.symbol, isSymbol),
    ...compareSide(text, rest, published.order_type),
    ...compareNumbers(removeWord(rest, published.symbol), published),
  );
  return differences;
}

const splitWords = (text: string): string[] => text.match(/[A-Za-z\d]+(?:[.&-][A-Za-z\d]+)*/g) ?? [];

function compareSymbol(text: string, symbol: string, isSymbol: OwnTexts['isSymbol']): Difference[] {
  const words = splitWords(text);
  // A company that is bought or sold is named next to the side.
  const others = words.filter((word, index) => {
    const isNextToSide = [words[index - 1], words[index + 1]].some((next) =>
      /^(buy|sell)$/i.test(next ?? ''),
    );
    return isNextToSide && isSymbol(word.toUpperCase()) && word.toUpperCase() !== symbol;
  });
  const hasSymbol = words.some((word) => word.toUpperCase() === symbol);
  if (hasSymbol && others.length === 0) return [];
  const received = others[0] ?? words.find((word) => isSymbol(word)) ?? null;
  return [{ field: 'symbol', published: symbol, received: received?.toUpperCase() ?? null }];
}

function compareSide(text: string, rest: string, side: SignalLevels['order_type']): Difference[] {
  const list = (part: string) => (part.match(SIDE) ?? []).map((word) => word.toLowerCase());
  const other = list(rest).find((word) => word !== side);
  if (list(text).includes(side) && other === undefined) return [];
  return [{ field: 'order_type', published: side, received: other ?? null }];
}

function removePhrases(text: string, phrases: readonly string[]): string {
  let rest = text;
  for (const phrase of phrases.toSorted((a, b) => b.length - a.length)) {
    const pattern = `(?<![\\w.])${escapePattern(phrase)}(?![\\w]|[.,]\\d)`;
    rest = rest.replace(new RegExp(pattern, 'gi'), ' ');
  }
  return rest;
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Removes the first occurrence of a symbol, some of which consist of digits. */
const removeWord = (text: string, word: string): string =>
  text.replace(new RegExp(`(?<![\\w.])${escapePattern(word)}(?![\\w]|[.,]\\d)`, 'i'), ' ');

/** `TP1` in front of a price, in other spellings too. The marks that replace them have no digits. */
const TARGET_LABEL =
  /\b(?:tp|target|tgt|t)\s*[#-]?\s*([1-9])(?![\d.,]*\d)(?=[\s:=@.)-]*(?:rs\.?|pkr)?\s*\d)/gi;
const TARGET_MARKS = 'abcdefghi';
const LABEL =
  /\b(entry(?: price)?|stop ?-?loss|stop|sl|tp mark ([a-i]))[\s:=@.)-]*(?:(?:rs|pkr)\b\.?)?[\s:=]*$/i;

function compareNumbers(text: string, published: PublishedFacts): Difference[] {
  const levels = new Map([
    ['entry_price', published.entry_price],
    ['stop_loss', published.stop_loss],
    ...published.target_points.map((price, index): [string, string] => [`target_points.${index}`, price]),
  ]);
  const missing = new Map(levels);
  const differences: Difference[] = [];
  const unlabeled: string[] = [];
  const marked = text.replace(
    TARGET_LABEL,
    (_, number: string) => `tp mark ${TARGET_MARKS[Number(number) - 1]}`,
  );
  for (const { 0: token, index } of marked.matchAll(NUMBER)) {
    const [first = token, ...others] = splitToken(token, [...levels.values()]);
    const field = readLabel(marked.slice(0, index));
    if (field === null) unlabeled.push(first);
    else if (levels.has(field) && isSamePrice(first, levels.get(field))) missing.delete(field);
    else differences.push({ field, published: levels.get(field) ?? null, received: first });
    unlabeled.push(...others);
  }
  for (const number of unlabeled) {
    const match = [...missing].find(([, price]) => isSamePrice(number, price));
    if (match) missing.delete(match[0]);
    else differences.push({ field: 'number', published: null, received: number });
  }
  const named = new Set(differences.map(({ field }) => field));
  for (const [field, price] of missing)
    if (!named.has(field)) differences.push({ field, published: price, received: null });
  return differences;
}

function readLabel(before: string): string | null {
  const [, label = '', mark] = LABEL.exec(before) ?? [];
  if (mark !== undefined) return `target_points.${TARGET_MARKS.indexOf(mark.toLowerCase())}`;
  if (label === '') return null;
  return label.toLowerCase().startsWith('e') ? 'entry_price' : 'stop_loss';
}

/** Reads `1,234.50` as a number, but `260,270` as a list unless it is a level. */
function splitToken(token: string, levels: readonly string[]): string[] {
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(token);
  const joined = token.replaceAll(',', '');
  if (isGrouped && levels.some((price) => isSamePrice(joined, price))) return [joined];
  return token.split(',');
}

/** Compares exactly: trailing zeros mean nothing. */
const isSamePrice = (number: string, price: string | undefined): boolean =>
  price !== undefined && trimZeros(number) === trimZeros(price);

const trimZeros = (number: string): string => {
  const plain = number.replace(/^0+(?=\d)/, '');
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
};
