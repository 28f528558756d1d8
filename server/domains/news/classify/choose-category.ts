import { Phrases, type Token, toEntries } from './phrases.ts';
import { CATEGORY_KEYWORDS, GENERAL_CATEGORY } from './rules/categories.ts';
import { COMPANY_EVENT_WORDS, EVENT_PHRASES, NON_EVENT_PHRASES } from './rules/events.ts';
import { FOREIGN_COMPANIES } from './rules/foreign-news.ts';

const TITLE_WEIGHT = 3;
/** Long texts use many keywords in passing: a text adds less to a category than one keyword in the title. */
const MAX_TEXT_WEIGHT = 2;
const KEYWORD_CATEGORIES = Object.keys(CATEGORY_KEYWORDS);
const FOREIGN_CATEGORY = 'World';
/** Categories of domestic news. Their keywords also occur in news from abroad. */
const DOMESTIC_CATEGORIES = new Set([
  'Banking & Finance',
  'Companies',
  'Economy',
  'Markets',
  'Politics & Policy',
]);

const keywords = new Phrases(toEntries(CATEGORY_KEYWORDS));
const foreignCompanies = new Phrases(
  FOREIGN_COMPANIES.map((name): [string, string] => [name, FOREIGN_CATEGORY]),
);
const nonEvents = NON_EVENT_PHRASES.map((words): [string, null] => [words, null]);
const events = new Phrases<string | null>([...nonEvents, ...toEntries(EVENT_PHRASES)]);
const companyEvents = new Phrases<string | null>([
  ...nonEvents,
  ...toEntries(EVENT_PHRASES),
  ...toEntries(COMPANY_EVENT_WORDS),
]);

interface Subject {
  title: readonly Token[];
  text: readonly Token[];
  /** The numbers of companies that the title names, and that the whole article names. */
  titleCompanies: number;
  companies: number;
  hasSector: boolean;
  isLocal: boolean;
}

/** Chooses the category by the event that a company reports, else by the keywords of the title and the text. */
export function chooseCategory(subject: Subject): string {
  const { title, text } = subject;
  const titleHits = [...findKeywords(title, subject)];
  const isMarketReport = subject.titleCompanies === 0 && titleHits.filter(isMarkets).length >= 2;
  const event = isMarketReport
    ? null
    : (findEvent(title, subject) ?? (titleHits.length === 0 ? findEvent(text, subject) : null));
  if (event !== null) return event;
  // The text of company news names the exchange that the company notified.
  const isAboutCompanies = subject.companies > 0 && !titleHits.some(isMarkets);
  const textHits = [...findKeywords(text, subject)].filter((hit) => !(isAboutCompanies && isMarkets(hit)));
  if (subject.titleCompanies > 0) titleHits.push('Companies');
  else if (subject.companies === 1) textHits.push('Companies', 'Companies');
  const best = findMostFrequent(titleHits, textHits);
  if (best === null)
    return subject.companies > 0 ? 'Companies' : subject.hasSector ? 'Economy' : GENERAL_CATEGORY;
  const isForeign = !subject.isLocal && subject.companies === 0 && titleHits.includes(FOREIGN_CATEGORY);
  return isForeign && DOMESTIC_CATEGORIES.has(best) ? FOREIGN_CATEGORY : best;
}

const isMarkets = (category: string) => category === 'Markets';

/** Returns the category of the event that an article reports, or `null`. */
export function findTitleEvent(subject: Subject): string | null {
  return findEvent(subject.title, subject);
}

function findEvent(tokens: readonly Token[], { companies, hasSector, isLocal }: Subject): string | null {
  const isForeign = !isLocal && companies === 0 && !foreignCompanies.find(tokens).next().done;
  if (isForeign) return null;
  const found = new Set((companies > 0 || hasSector ? companyEvents : events).find(tokens));
  return Object.keys(EVENT_PHRASES).find((category) => found.has(category)) ?? null;
}

function* findKeywords(tokens: readonly Token[], { isLocal }: Subject): Generator<string> {
  yield* keywords.find(tokens);
  if (!isLocal) yield* foreignCompanies.find(tokens);
}

/** Returns the category with the most keywords; the first in the order of the rules wins a tie. */
function findMostFrequent(titleHits: string[], textHits: string[]): string | null {
  const count = (hits: string[], category: string) => {
    const all = hits.filter((hit) => hit === category).length;
    // "Oil steady as US, Iran extend talks" is not mainly about other countries.
    return category === FOREIGN_CATEGORY ? Math.min(all, 1) : all;
  };
  const scores = KEYWORD_CATEGORIES.map((category) => ({
    category,
    score:
      count(titleHits, category) * TITLE_WEIGHT +
      (titleHits.length > 0
        ? Math.min(count(textHits, category), MAX_TEXT_WEIGHT)
        : count(textHits, category)),
  }));
  const best = scores.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score > 0 ? best.category : null;
}
