import type { Company } from '#features/market/contract/companies.ts';
import { findCompany } from '#features/market/server/companies.ts';
import { companyPhrases, matchableSymbols, ownerPhrases } from './company-phrases.ts';
import { type Match, type Token, tokenize } from './phrases.ts';
import {
  AMBIGUOUS_SYMBOLS,
  BUSINESS_WORDS,
  COMPANY_VERBS,
  FOREIGN_BRANDS,
  FOREIGN_PARENTS,
  FUND_WORDS,
  GENERAL_WORDS,
  INDUSTRY_TOPIC_WORDS,
  INDUSTRY_WORDS,
  INSTITUTIONS,
  NAME_TAIL_WORDS,
  ORDINARY_WORDS,
  OTHER_ORGANIZATIONS,
  QUOTED_COMPANIES,
  SUBSIDIARY_WORDS,
  VENUE_WORDS,
} from './rules/company-names.ts';
import { FOREIGN_REGIONS } from './rules/foreign-news.ts';
import { CRIME_WORDS, INCIDENT_WORDS } from './rules/sectors.ts';

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
  const isIncident = INCIDENT_WORDS.test(text) || CRIME_WORDS.test(text);
  const named = companyPhrases.find(tokens, (match) =>
    isCompany(match, tokens, { ...context, isIncident }, canMatchSymbols),
  );
  const symbols = [
    ...named,
    ...(canMatchSymbols ? findAmbiguousSymbols(tokens) : []),
    ...[...text.matchAll(HINT)].map(([, symbol]) => symbol ?? ''),
    ...(mentionsExchangeAsCompany(text) ? ['PSX'] : []),
    ...(context.isTitle ? findNoticeSymbol(text) : []),
    ...(context.isTitle && canMatchSymbols ? findSubjects(tokens) : []),
    ...(context.isTitle && !isIncident ? ownerPhrases.find(tokens, (match) => isOwner(match, tokens)) : []),
  ];
  return [...new Set(symbols)]
    .map((symbol) => (symbol === null ? null : findCompany(symbol)))
    .filter((company) => company !== null);
}

function isCompany(
  { value, words, at }: Match<string | null>,
  tokens: readonly Token[],
  { isTitle, isLocal, isIncident }: Context & { isIncident: boolean },
  canMatchSymbols: boolean,
): boolean {
  if (value === null) return true;
  const isSymbol = words.length === 1 && matchableSymbols.has(words[0]?.text ?? '');
  if (isSymbol && (!canMatchSymbols || isPartOfCompound(tokens, at))) return false;
  const following = tokens.slice(at + words.length);
  if (!isSymbol && (!isWrittenAsName(words) || isForeignName(following))) return false;
  // "Thal Limited's Thar venture" is about the company, "Thal Limited Thar" would be another one.
  const isOwner = words.at(-1)?.isPossessive;
  if (!isOwner && ((!isSymbol && isTopic(words, following)) || isOtherOrganization(value, following)))
    return false;
  if (QUOTED_COMPANIES.has(value) && !isSubject(tokens, at, words.length, isTitle)) return false;
  const isParentName =
    (FOREIGN_PARENTS.has(value) && !words.some(({ word }) => /^pak(istan)?$/.test(word))) ||
    FOREIGN_BRANDS.has(toKey(words));
  return isSymbol || !isParentName || (isLocal && !isIncident);
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
  const isBrand = FOREIGN_BRANDS.has(toKey(words));
  const canBeLowerCase = !GENERAL_WORDS.has(first.word) && !ORDINARY_WORDS.has(first.word);
  return others.every(
    (each) =>
      isCapitalized(each) ||
      each.word === 'and' ||
      isBrand ||
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
  if (isSubsidiary(symbol, following)) return true;
  const index = following.findIndex(({ word, gap }) => gap !== ' ' || !FUND_WORDS.has(word));
  const [previous, rest] = [following[index - 1], following[index]];
  if (rest?.gap !== ' ') return false;
  if (VENUE_WORDS.has(rest.word)) return true;
  if (rest.word === 'management' && /^(?:asset|investment)s?$/.test(previous?.word ?? '')) return true;
  if (!/^\p{Lu}/u.test(rest.text) || !OTHER_ORGANIZATIONS.has(rest.word)) return false;
  return !/ETF|Fund|REIT|Modaraba/i.test(findCompany(symbol)?.name ?? '');
}

/** Recognizes "FFBL Power" and "Nishat Chunian Energy", which are other companies, but not "PPL Power Plant Trips". */
function isSubsidiary(symbol: string, [next, after]: readonly Token[]): boolean {
  if (next?.gap !== ' ' || !/^\p{Lu}/u.test(next.text) || !SUBSIDIARY_WORDS.has(next.word)) return false;
  if (
    !next.isPossessive &&
    after?.gap === ' ' &&
    /^(?:bills?|plants?|projects?|tariffs?|units?)$/.test(after.word)
  )
    return false;
  return !tokenize(findCompany(symbol)?.name ?? '').some(({ word }) => word === next.word);
}

/** Determines whether a word does not continue a name: it starts a title or a part of it, or follows a word in lower case. */
const startsName = (tokens: readonly Token[], at: number) =>
  at === 0 || tokens[at]?.gap !== ' ' || /^\p{Ll}/u.test(tokens[at - 1]?.text ?? '');

const hasWord = (tokens: readonly Token[], words: ReadonlySet<string>) =>
  tokens.some(({ word }) => words.has(word));

/** Finds ambiguous symbols of which a title reports what only companies do or have: "DSL resumes production". */
function findSubjects(tokens: readonly Token[]): string[] {
  return tokens
    .filter(({ text, gap }, at) => {
      if (!AMBIGUOUS_SYMBOLS.has(text) || text === 'PSX' || (at > 0 && gap === ' ')) return false;
      const after = tokens.slice(at + 1);
      if (INSTITUTIONS.has(text)) return hasWord(after.slice(0, 4), OWN_EVENTS);
      const [first, second] = after;
      const verb = first?.word === 'to' ? second : first;
      return (
        hasWord(after.slice(0, 4), BUSINESS_WORDS) || (verb?.gap === ' ' && COMPANY_VERBS.has(verb.word))
      );
    })
    .map(({ text }) => text);
}

/** Recognizes the owner of a business, what only a company does, and a list: "Soneri's deposits", "Lucky posts profit", "OGDC, Mari". */
function isOwner({ words, at }: Match<string>, tokens: readonly Token[]): boolean {
  if (!/^\p{Lu}/u.test(words[0]?.text ?? '') || !startsName(tokens, at)) return false;
  const after = tokens.slice(at + words.length, at + words.length + LOOKAHEAD);
  const verb = after[0]?.word === 'to' ? after[1] : after[0];
  const canFollow = words.at(-1)?.isPossessive || COMPANY_VERBS.has(verb?.word ?? '');
  return (canFollow && hasWord(after, BUSINESS_WORDS)) || isNextToSymbol(tokens, at, words.length);
}

/** Recognizes an item of a list with symbols. */
const isNextToSymbol = (tokens: readonly Token[], at: number, length: number) =>
  [
    [tokens[at - 1], tokens[at]],
    [tokens[at + length], tokens[at + length]],
  ].some(([other, next]) => matchableSymbols.has(other?.text ?? '') && next?.gap.includes(','));

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

const toWords = (words: string) => new Set(words.split(/\s+/));

const QUOTE_BEFORE = toWords(
  'says said say by per quoting from of at via notes noted believes to with thinks expects',
);
const QUOTE_AFTER = toWords(
  `said says say noted notes sees expects expected estimates estimated forecasts forecast projects predicts believes maintains
   reiterates upgrades downgrades initiates analyst analysts research report reports survey note weekly stated added
   commented anticipates recommends`,
);
/** Words shortly after a broker's name: "raises target price of Lucky Cement", "head of research". */
const RESEARCH_WORDS = toWords(
  'target rating ratings estimate estimates forecast forecasts research analyst report note',
);
/** Words shortly after a broker's name in an article about the broker. */
const OWN_EVENTS = toWords(
  `profit profits earnings loss eps dividend payout revenue shareholders informed notified disclosed announced posted earned
   acquire acquires stake shareholding subsidiary ceo`,
);
const LOOKAHEAD = 6;

const EXCHANGE = 'Pakistan Stock Exchange(?: Limited| Ltd\\.?)?(?: \\(PSX\\))?|PSX';
const EXCHANGE_FIGURES =
  '(?:profit(?![- ](?:taking|booking))|net loss|loss after tax|earnings per share|EPS|PAT|(?:interim |final )?(?:cash )?dividend)';
const EXCHANGE_NOTICES = `(?:${EXCHANGE_FIGURES}|financial results|board (?:of directors )?meeting|(?:annual|extraordinary) general meeting|(?:quarterly|annual) report|material information)`;
const EXCHANGE_EVENTS = [
  new RegExp(`(?:${EXCHANGE})[’']s (?:[\\w.%-]+ ){0,2}${EXCHANGE_FIGURES}`, 'i'),
  new RegExp(
    `(?:${EXCHANGE}) (?:posts|reports|declares|announces|earns) (?:[\\w.%-]+ ){0,3}${EXCHANGE_FIGURES}`,
    'i',
  ),
  new RegExp(
    `Pakistan Stock Exchange (?:Limited|Ltd\\.?)(?::| -| \\|) (?:[\\w.%-]+ ){0,2}${EXCHANGE_NOTICES}`,
    'i',
  ),
];

const NOTICE =
  /\b(?:board|meeting|results?|accounts|report|dividend|bonus|payout|book closure|material information|disclosure|notice|appointment|resignation|briefing|shares?|profit|loss|plant|well|block|production|acquisition|stake|agreement|contract)\b/i;

/** Determines whether a text is about a broker or rating agency that it names, instead of quoting it. */
function isSubject(tokens: readonly Token[], at: number, length: number, isTitle: boolean): boolean {
  const after = tokens.slice(at + length, at + length + LOOKAHEAD);
  const isLast = after.length === 0;
  if (QUOTE_BEFORE.has(tokens[at - 1]?.word ?? '') || QUOTE_AFTER.has(after[0]?.word ?? '')) return false;
  if (after.slice(0, 3).some(({ word }) => RESEARCH_WORDS.has(word))) return false;
  if (isTitle) return !(isLast && at > 0);
  return after.some(({ word }) => OWN_EVENTS.has(word));
}

/**
 * Determines whether a text is about the exchange as a listed company, by its results, dividends and meetings. Other texts
 * name it as the place where shares are traded or announcements are made.
 */
function mentionsExchangeAsCompany(text: string): boolean {
  return EXCHANGE_EVENTS.some((event) => event.test(text));
}

/** Determines whether the text after "SYMBOL:" is the subject of a company's announcement. */
function isNoticeOfCompany(subject: string): boolean {
  return NOTICE.test(subject);
}
