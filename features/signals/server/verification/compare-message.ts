import type { SignalLevels } from '#features/signals/contract/signal.ts';
import type { Difference } from '#features/signals/contract/verify.ts';
import { blankRanges, type CompanyFinder, escapePattern, type NamedCompany } from './find-codes.ts';

/** The facts of a version of a signal. */
export interface PublishedFacts extends SignalLevels {
  symbol: string;
}

export interface OwnTexts {
  /** The pattern of texts that we published with the signal, such as the registration of the analyst, normalized. */
  phrases: RegExp | null;
  /** That of what our messages may say too, but which is not compared for this caller. */
  claims: RegExp | null;
  /** Returns whether a link is one of our site, to this signal if it is to one. */
  isOwnLink: (link: URL) => boolean;
  isSymbol: (word: string) => boolean;
  findCompanies: CompanyFinder;
}

interface Comparison {
  /** Empty if the message has the symbol, the side and every level of the signal once, and no other fact. */
  differences: Difference[];
  /** The message contains words that are not ours. */
  hasAddedText: boolean;
}

const SIDES: Readonly<Record<string, 'buy' | 'sell'>> = {
  buy: 'buy',
  long: 'buy',
  sell: 'sell',
  short: 'sell',
};
const NEGATIONS = new Set(
  'not no never dont don avoid ignore cancel canceled cancelled instead fake wrong nahi nahin mat'.split(' '),
);
const CURRENCIES = new Set(['rs', 'pkr']);
/** Words between labels and numbers that change nothing. */
const FILLERS = new Set([
  ...CURRENCIES,
  ...'at is are was of the and with price zone level levels point code signal tezi'.split(' '),
]);
const STOP_LABELS = new Set(['sl', 'stoploss', 'stop']);
const TARGET_LABELS = new Set(['tp', 'tps', 'tgt', 'target', 'targets', 't']);
const LABELS = new Set(['entry', 'loss', ...STOP_LABELS, ...TARGET_LABELS]);
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
/** No signal has more than a few levels. */
const MAX_NUMBERS = 40;

/** Returns whether a message says more than its code. It depends on no level and no symbol of a signal, so that trying them reveals none. */
export const hasFacts = (
  message: string,
  { isOwnLink, isSymbol, findCompanies }: Pick<OwnTexts, 'isOwnLink' | 'isSymbol' | 'findCompanies'>,
): boolean => {
  const { text, foreign } = removeLinks(message, isOwnLink);
  return (
    foreign.length > 0 ||
    /\d/.test(text) ||
    findCompanies(text).length > 0 ||
    splitWords(text).some((word) => isSymbol(word) || SIDES[word.toLowerCase()] !== undefined)
  );
};

/** Compares a normalized message without its code with a version of a signal. */
export function compareMessage(
  message: string,
  published: PublishedFacts,
  { phrases, claims, isOwnLink, isSymbol, findCompanies }: OwnTexts,
): Comparison {
  const { text, foreign } = removeLinks(message, isOwnLink);
  const said = removePattern(text, phrases);
  const unclaimed = removePattern(said, claims);
  const named = findCompanies(unclaimed);
  const rest = blankRanges(
    unclaimed,
    named.map(({ range }) => range),
  );
  const tokens = listTokens(removeWord(rest, published.symbol));
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text: word }) => word.toLowerCase());
  const negation = words.find((word) => NEGATIONS.has(word));
  const { items, used } = readItems(tokens);
  const differences: Difference[] = [
    ...foreign.map((link): Difference => ({ field: 'link', published: null, received: link })),
    ...compareSymbol(rest, { said: unclaimed, symbol: published.symbol, named, isSymbol }),
    ...compareSide(words, published.order_type),
    ...(negation === undefined ? [] : [{ field: 'word', published: null, received: negation }]),
    ...compareNumbers(items, published),
  ];
  const isAdded = ({ kind, text: word }: Token, index: number) =>
    kind === 'word' && !used.has(index) && !isOwnWord(word.toLowerCase(), published);
  const hasAddedText = unclaimed !== said || tokens.some(isAdded);
  return { differences, hasAddedText };
}

const isOwnWord = (word: string, { symbol }: PublishedFacts) =>
  FILLERS.has(word) || LABELS.has(word) || SIDES[word] !== undefined || word === symbol.toLowerCase();

/** Takes what looks like a link, an address of email or a name on a network out of a text. */
function removeLinks(message: string, isOwnLink: OwnTexts['isOwnLink']): { text: string; foreign: string[] } {
  const foreign: string[] = [];
  // Also around links of Markdown and HTML.
  const parts = message.split(/([\s()[\]{}<>"'])/).map((part) => {
    const link = part.replace(/[.,;:!?]{1,5}$/, '');
    if (!isLink(link)) return part;
    const url = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`);
    if (url === null || !isOwnLink(url)) foreign.push(link);
    return ' ';
  });
  return { text: parts.join(''), foreign };
}

function isLink(part: string): boolean {
  if (part.includes('://') || /^www\./i.test(part)) return true;
  if (/@(?!(?:rs|pkr)(?!\p{L}))[\p{L}_]/iu.test(part)) return true;
  if (!/[\p{L}\p{N}-][.\u3002]\p{L}{2}/u.test(part)) return false;
  // Sentences without a space between them: HBL.Entry
  return !part
    .split(/[.:,]/)
    .every((word) => LABELS.has(word.toLowerCase()) || FILLERS.has(word.toLowerCase()));
}

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[.&-][\p{L}\p{N}]+)*/gu) ?? [];

/** `said` is the text with the names of companies, of which one can be the symbol. */
function compareSymbol(
  text: string,
  {
    said,
    symbol,
    named,
    isSymbol,
  }: { said: string; symbol: string; named: readonly NamedCompany[]; isSymbol: OwnTexts['isSymbol'] },
): Difference[] {
  const others = named.find(({ symbols }) => !symbols.includes(symbol))?.symbols;
  const words = splitWords(text);
  const isSide = (word: string | undefined) => SIDES[word?.toLowerCase() ?? ''] !== undefined;
  const written = words.find((word, index) => {
    const upper = word.toUpperCase();
    if (upper === symbol || !isSymbol(upper) || isVocabulary(word.toLowerCase())) return false;
    // A number can be the symbol of a company, and a word in small letters only next to the side.
    const isWritten = word === upper && !/^\d+$/.test(word);
    return isWritten || isSide(words[index - 1]) || isSide(words[index + 1]);
  });
  const hasSymbol = splitWords(said).some((word) => word.toUpperCase() === symbol);
  const other = written?.toUpperCase() ?? others?.[0];
  if (hasSymbol && other === undefined) return [];
  return [{ field: 'symbol', published: symbol, received: other ?? null }];
}

const isVocabulary = (word: string) => LABELS.has(word) || FILLERS.has(word) || SIDES[word] !== undefined;

function compareSide(words: readonly string[], side: SignalLevels['order_type']): Difference[] {
  const sides = words.flatMap((word) => SIDES[word] ?? []);
  const other = sides.find((word) => word !== side);
  if (sides.includes(side) && other === undefined) return [];
  return [{ field: 'order_type', published: side, received: other ?? null }];
}

/** Returns the pattern of any of some texts as whole words, of several at the same place the longest one; `null` without any. */
export const createPhrasePattern = (phrases: readonly string[]): RegExp | null => {
  const patterns = phrases
    .filter((phrase) => phrase !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) =>
      escapePattern(phrase)
        .replaceAll(ANY_DATE, String.raw`\d{1,2} [A-Z][a-z]{2} \d{4}`)
        .replaceAll(ANY_NUMBER, String.raw`[+-]?\d{1,12}(?:\.\d{1,4})?`),
    );
  if (patterns.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}_.])(?:${patterns.join('|')})(?![\\p{L}\\p{N}_]|[.,]\\d)`, 'giu');
};

/** In phrases: any date, or any number. No other text has them. */
export const ANY_DATE = '\u0000';
export const ANY_NUMBER = '\u0001';

export const removePattern = (text: string, pattern: RegExp | null): string =>
  pattern === null ? text : text.replace(pattern, ' ');

/** Removes a symbol; only once, if it consists of digits, so that it cannot hide a number. */
const removeWord = (text: string, word: string): string =>
  text.replace(
    new RegExp(
      `(?<![\\p{L}\\p{N}_.])${escapePattern(word)}(?![\\p{L}\\p{N}_]|[.,]\\d)`,
      /^\d+$/.test(word) ? 'iu' : 'giu',
    ),
    ' ',
  );

interface Token {
  kind: 'word' | 'number' | 'mark';
  text: string;
  start: number;
}

function listTokens(text: string): Token[] {
  return [...text.matchAll(/(\p{L}+)|(\d+(?:[.,]\d+)*)|[^\s\p{L}\d]/gu)].map((match) => ({
    kind: match[1] !== undefined ? 'word' : match[2] !== undefined ? 'number' : 'mark',
    text: match[0],
    start: match.index,
  }));
}

type Item =
  | { kind: 'number'; text: string }
  /** `field` is `targets` for a target without its number. A closed label cannot be that of the next number: `1250 stop loss, 1240`. */
  | { kind: 'label'; field: string; isClosed: boolean };

/** Reads the labels and numbers of a text in one pass, with the tokens of which they consist. */
function readItems(tokens: readonly Token[]): { items: Item[]; used: Set<number> } {
  const items: Item[] = [];
  const used = new Set<number>();
  let index = 0;
  while (index < tokens.length) {
    const label = readLabel(tokens, index);
    const token = tokens[index] as Token;
    if (label) {
      const next = tokens[label.end]?.text ?? '';
      const isInBrackets = tokens[index - 1]?.text === '(' && next === ')';
      const isAfterNumber = isInBrackets && items.at(-1)?.kind === 'number' && items.at(-2)?.kind !== 'label';
      items.push({ kind: 'label', field: label.field, isClosed: /^[,;]$/.test(next) || isAfterNumber });
      for (let place = index; place < label.end; place += 1) used.add(place);
      index = label.end;
      continue;
    }
    if (token.kind === 'number') items.push({ kind: 'number', text: withGluedWord(tokens, index) });
    index += 1;
  }
  return { items, used };
}

/** Returns a number with the letters that change its meaning: `12k`. */
function withGluedWord(tokens: readonly Token[], index: number): string {
  const { text, start } = tokens[index] as Token;
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isGlued = (word: Token | undefined, isTouching: boolean) =>
    word !== undefined &&
    isTouching &&
    (/^[%\u2030]$/.test(word.text) || (word.kind === 'word' && !isVocabulary(word.text.toLowerCase())));
  const prefix = isGlued(before, before !== undefined && before.start + before.text.length === start);
  const suffix = isGlued(after, after?.start === start + text.length);
  return `${prefix ? before?.text : ''}${text}${suffix ? after?.text : ''}`;
}

function readLabel(tokens: readonly Token[], index: number): { field: string; end: number } | null {
  const read = (place: number) => tokens[place]?.text.toLowerCase() ?? '';
  const word = read(index);
  if (word === 'entry') return { field: 'entry_price', end: index + 1 };
  if (STOP_LABELS.has(word)) {
    const next = read(index + 1) === '-' ? index + 2 : index + 1;
    return { field: 'stop_loss', end: word === 'stop' && read(next) === 'loss' ? next + 1 : index + 1 };
  }
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0 && TARGET_LABELS.has(read(index + 1)))
    return { field: `target_points.${ordinal}`, end: index + 2 };
  if (/^[1-9]$/.test(word) && /^(st|nd|rd|th)$/.test(read(index + 1)) && TARGET_LABELS.has(read(index + 2)))
    return { field: `target_points.${Number(word) - 1}`, end: index + 3 };
  if (!TARGET_LABELS.has(word)) return null;
  const place = /^[#-]$/.test(read(index + 1)) ? index + 2 : index + 1;
  const isNumbered = !word.endsWith('s') && /^[1-9]$/.test(read(place));
  if (isNumbered && isBeforeNumber(tokens, place + 1))
    return { field: `target_points.${Number(read(place)) - 1}`, end: place + 1 };
  // Without a number behind it, `1260 TP1`, if the digit is written next to the label.
  const isJoined = isNumbered && tokens[place]?.start === (tokens[index]?.start ?? 0) + word.length;
  if (isJoined) return { field: `target_points.${Number(read(place)) - 1}`, end: place + 1 };
  return word === 't' ? null : { field: 'targets', end: index + 1 };
}

/** Marks and words between a label and its number. More are none of a label. */
const MAX_GAP = 6;

function isBeforeNumber(tokens: readonly Token[], start: number): boolean {
  for (const { kind, text } of tokens.slice(start, start + MAX_GAP)) {
    if (kind === 'number') return true;
    if (kind === 'word' && !FILLERS.has(text.toLowerCase())) return false;
    if (/^[,;]$/.test(text)) return false;
  }
  return false;
}

type Reading = [field: string, number: string][];

/** Compares the numbers with the levels: those without a label must follow in the order in which signals are published. */
function compareNumbers(items: readonly Item[], published: PublishedFacts): Difference[] {
  const levels = new Map([
    ['entry_price', published.entry_price],
    ['stop_loss', published.stop_loss],
    ...published.target_points.map((price, index): [string, string] => [`target_points.${index}`, price]),
  ]);
  const split = items.flatMap((item): Item[] =>
    item.kind === 'label'
      ? [item]
      : splitToken(item.text, [...levels.values()]).map((text) => ({ kind: 'number', text })),
  );
  const numbers = split.filter(({ kind }) => kind === 'number');
  if (numbers.length > MAX_NUMBERS)
    return [{ field: 'number', published: null, received: (numbers[MAX_NUMBERS] as { text: string }).text }];
  const reading = readForwards(split) ?? readBothWays(split);
  if (reading === null) {
    const label = split.findLast((item) => item.kind === 'label');
    const field = label?.kind === 'label' && levels.has(label.field) ? label.field : 'target_points.0';
    return [{ field, published: levels.get(field) ?? null, received: null }];
  }
  const missing = new Map(levels);
  const differences: Difference[] = [];
  for (const [field, number] of reading) {
    const price = levels.get(field);
    if (missing.has(field) && isSamePrice(number, price)) missing.delete(field);
    else
      differences.push(
        missing.has(field)
          ? { field, published: price ?? null, received: number }
          : { field: 'number', published: null, received: number },
      );
  }
  const named = new Set(differences.map(({ field }) => field));
  for (const [field, price] of missing)
    if (!named.has(field)) differences.push({ field, published: price, received: null });
  return differences;
}

/** Reads each label as that of the next number. Returns `null` if one has none. */
function readForwards(items: readonly Item[]): Reading | null {
  const fields = items.map((item, index): string | null | undefined => {
    if (item.kind === 'label') return item.isClosed || items[index + 1]?.kind !== 'number' ? undefined : null;
    const before = items[index - 1];
    return before?.kind === 'label' ? before.field : null;
  });
  return fields.includes(undefined) ? null : completeFields(items, fields as (string | null)[]);
}

/** Reads each label as that of the number in front of it, or of the next one if that has a label. */
function readBothWays(items: readonly Item[]): Reading | null {
  const fields: (string | null)[] = items.map(() => null);
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'label') continue;
    const place = [index - 1, index + 1].find(
      (other) => items[other]?.kind === 'number' && fields[other] === null,
    );
    if (place === undefined) return null;
    fields[place] = item.field;
  }
  return completeFields(items, fields);
}

/** Gives each number without a label the field that follows that of the number before. */
function completeFields(items: readonly Item[], fields: readonly (string | null)[]): Reading {
  const reading: Reading = [];
  let target = 0;
  let next = 'entry_price';
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'number') continue;
    const label = fields[index] ?? next;
    const field = label === 'targets' ? `target_points.${target}` : label;
    reading.push([field, item.text]);
    if (field.startsWith('target_points.')) target = Number(field.split('.')[1]) + 1;
    next = field === 'entry_price' ? 'stop_loss' : `target_points.${target}`;
  }
  return reading;
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
  if (!plain.includes('.')) return plain;
  let end = plain.length;
  while (plain[end - 1] === '0') end -= 1;
  return plain.slice(0, plain[end - 1] === '.' ? end - 1 : end);
};
