import type { Company } from '#contract/market/companies.ts';
import { findCompany } from '#server/domains/market/market.ts';
import { companyPhrases, matchableSymbols } from './company-phrases.ts';
import { isNoticeOfCompany, isSubject, mentionsExchangeAsCompany } from './mentions.ts';
import { type Match, type Token, tokenize } from './phrases.ts';
import { AMBIGUOUS_SYMBOLS, FOREIGN_PARENTS, QUOTED_COMPANIES } from './rules/company-names.ts';
import { FOREIGN_REGIONS } from './rules/foreign-regions.ts';
import {
  FUND_WORDS,
  GENERAL_WORDS,
  INDUSTRY_TOPIC_WORDS,
  INDUSTRY_WORDS,
  NAME_TAIL_WORDS,
  ORDINARY_WORDS,
  OTHER_ORGANIZATIONS,
  VENUE_WORDS,
} from './rules/name-words.ts';

const HINT = /\b(?:PSX|KSE)\s*:\s*([A-Z0-9]{2,12})\b/g;
/** In a text with a larger share of uppercase words, symbols cannot be distinguished from words. */
const MAX_CAPITALS_SHARE = 0.6;

const toKey = (tokens: readonly Token[]) => tokens.map(({ word }) => word).join(' ');
const foreignRegions = new Set(FOREIGN_REGIONS.map((name) => toKey(tokenize(name))));

interface Context {
  /** A body quotes brokers; a title is about the companies that it names. */
  isTitle: boolean;
  /** Is `true` if the article is about Pakistan. Else a parent's name does not mean the listed subsidiary. */
  isLocal: boolean;
}

/**
 * Finds the companies that a text is about, in order: by symbol, by name, or by the name that the press uses. Ignores quoted
 * brokers, the exchange as a venue, and funds and charities that have a company's name. `tokens` are those of the text.
 */
export function matchCompanies(text: string, tokens: readonly Token[], context: Context): Company[] {
  const canMatchSymbols = !isMostlyUppercase(text);
  const named = companyPhrases.find(tokens, (match) => isCompany(match, tokens, context, canMatchSymbols));
  const symbols = [
    ...named,
    ...(canMatchSymbols ? findAmbiguousSymbols(tokens) : []),
    ...[...text.matchAll(HINT)].map(([, symbol]) => symbol ?? ''),
    ...(mentionsExchangeAsCompany(text) ? ['PSX'] : []),
    ...(context.isTitle ? findNoticeSymbol(text) : []),
  ];
  return [...new Set(symbols)]
    .map((symbol) => (symbol === null ? null : findCompany(symbol)))
    .filter((company) => company !== null);
}

function isCompany(
  { value, words, at }: Match<string | null>,
  tokens: readonly Token[],
  { isTitle, isLocal }: Context,
  canMatchSymbols: boolean,
): boolean {
  if (value === null) return true;
  const isSymbol = words.length === 1 && matchableSymbols.has(words[0]?.text ?? '');
  if (isSymbol && (!canMatchSymbols || isPartOfCompound(tokens, at))) return false;
  const following = tokens.slice(at + words.length);
  if (!isSymbol && (!isWrittenAsName(words) || isTopic(words, following) || isForeignName(following)))
    return false;
  if (isOtherOrganization(value, following)) return false;
  if (QUOTED_COMPANIES.has(value) && !isSubject(tokens, at, words.length, isTitle)) return false;
  const isParentName = FOREIGN_PARENTS.has(value) && !words.some(({ word }) => /^pak(istan)?$/.test(word));
  return isSymbol || !isParentName || isLocal;
}

/** Recognizes "SYS-LINK", but not "HBL-led" or "OGDC-PPL". */
function isPartOfCompound(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.gap === '-' && /^\p{Lu}{2}/u.test(next.text) && !matchableSymbols.has(next.text);
}

/** Accepts "Lucky Cement" and "Cherat cement", but not "Lucky cement" or "cherat cement", which may not be names. */
function isWrittenAsName(words: readonly Token[]): boolean {
  const [first, ...others] = words;
  const isCapitalized = ({ text }: Token) => !/^\p{Ll}{3}/u.test(text);
  if (!first || !isCapitalized(first)) return false;
  const canBeLowerCase = !GENERAL_WORDS.has(first.word) && !ORDINARY_WORDS.has(first.word);
  return others.every(
    (each) =>
      isCapitalized(each) ||
      each.word === 'and' ||
      (canBeLowerCase && (INDUSTRY_WORDS.has(each.word) || NAME_TAIL_WORDS.has(each.word))),
  );
}

/** Recognizes "Pakistan Petroleum prices": the industry of the country. */
function isTopic([first]: readonly Token[], [next]: readonly Token[]): boolean {
  return (
    first !== undefined &&
    GENERAL_WORDS.has(first.word) &&
    next?.gap === ' ' &&
    INDUSTRY_TOPIC_WORDS.has(next.word)
  );
}

/** Recognizes the rest of "United Bank for Africa". */
function isForeignName([preposition, ...rest]: readonly Token[]): boolean {
  if (preposition?.gap !== ' ' || !/^(?:of|for)$/.test(preposition.word)) return false;
  const name = rest[0]?.word === 'the' ? rest.slice(1) : rest;
  return [1, 2, 3].some((length) => foreignRegions.has(toKey(name.slice(0, length))));
}

/** Recognizes the rest of "HBL Asset Management", "UBL Money Market Fund" or "Engro Foundation". */
function isOtherOrganization(symbol: string, following: readonly Token[]): boolean {
  const index = following.findIndex(({ word, gap }) => gap !== ' ' || !FUND_WORDS.has(word));
  const [previous, rest] = [following[index - 1], following[index]];
  if (rest?.gap !== ' ') return false;
  if (VENUE_WORDS.has(rest.word)) return true;
  if (rest.word === 'management' && /^(?:asset|investment)s?$/.test(previous?.word ?? '')) return true;
  if (!/^\p{Lu}/u.test(rest.text) || !OTHER_ORGANIZATIONS.has(rest.word)) return false;
  return !/ETF|Fund|REIT|Modaraba/i.test(findCompany(symbol)?.name ?? '');
}

/** Finds ambiguous symbols in lists of symbols: "MARI, OGDC and PPL". */
function findAmbiguousSymbols(tokens: readonly Token[]): string[] {
  if (!tokens.some(({ text }) => AMBIGUOUS_SYMBOLS.has(text))) return [];
  const items = tokens.filter(({ word }) => word !== 'and');
  const isListed = (index: number) => {
    const [previous, token, next] = [items[index - 1], items[index], items[index + 1]];
    const isNeighbor = (other: Token | undefined, gap: string | undefined) =>
      other !== undefined && matchableSymbols.has(other.text) && /^[,&/\s]+$/.test(gap ?? '');
    const hasComma = [token?.gap, next?.gap].some((gap) => gap?.includes(','));
    return hasComma && (isNeighbor(previous, token?.gap) || isNeighbor(next, next?.gap));
  };
  return items
    .filter(({ text }, index) => AMBIGUOUS_SYMBOLS.has(text) && text !== 'PSX' && isListed(index))
    .map(({ text }) => text);
}

/** Finds the symbol at the start of an announcement: "MARI: Board Meeting". */
function findNoticeSymbol(title: string): string[] {
  const [, symbol = '', subject = ''] = /^([A-Z][A-Z0-9]{2,11})\s*(?::|\||–|-\s)\s*(.+)$/.exec(title) ?? [];
  return AMBIGUOUS_SYMBOLS.has(symbol) && isNoticeOfCompany(subject) ? [symbol] : [];
}

function isMostlyUppercase(text: string): boolean {
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.filter((word) => !/^[a-z]/.test(word) && word === word.toUpperCase());
  return words.length >= 4 && capitals.length > words.length * MAX_CAPITALS_SHARE;
}
