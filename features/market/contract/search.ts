import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text } from '#core/contract/fields.ts';
import { Article } from '#features/news/contract/endpoints.ts';
import { COMPANY_TOPICS, Company } from './companies.ts';

export const SEARCH_MAX_LENGTH = 60;
/** The maximum number of companies, and of articles. */
export const MAX_FOUND = 5;

const FoundArticle = z.pick(Article, { id: true, title: true, source: true, sources: true, pub_date: true });
export type FoundArticle = z.infer<typeof FoundArticle>;

/** The parts of the page of a company, by the ID of their headings. */
export const COMPANY_PARTS = ['prices', 'signals', 'news', 'board-meetings', 'book-closures'] as const;

export const FoundCompany = z.extend(Company, {
  /** The part of its page that the text asks for, as in "LUCK dividend"; else `null`. */
  part: z.nullable(z.enum(COMPANY_PARTS)),
  /** Why the text leads to it, or that it is not traded; else `null`. */
  reason: z.nullable(z.string()),
});
export type FoundCompany = z.infer<typeof FoundCompany>;

/** A sector or an index. */
export const FoundTopic = z.object({
  kind: z.enum(['sector', 'index']),
  code: z.string(),
  name: z.string(),
});
export type FoundTopic = z.infer<typeof FoundTopic>;

export const SearchResults = z.object({
  /** Best match first. Without an exact match, typing errors are accepted. */
  companies: z.array(FoundCompany),
  /** The sector or the index that the text names. */
  topics: z.array(FoundTopic),
  /** Is `true` if the text means the topic rather than a company. */
  is_topic_first: z.boolean(),
  /** Articles that contain the words or mention the company, newest first. */
  articles: z.array(FoundArticle),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** Never searches signals: whether premium signals exist is premium content too. */
export const searchSite = defineEndpoint({
  method: 'GET',
  path: '/search/',
  summary:
    'Find companies by symbol, name or brand, sectors, indices and news articles, at most five of each',
  access: 'open',
  query: z.object({
    q: text({ maxLength: SEARCH_MAX_LENGTH }).check(z.toLowerCase(), z.overwrite(collapseSpaces)),
  }),
  topics: [...COMPANY_TOPICS, 'news'],
  response: SearchResults,
});

/** Replaces each run of white space by one space, so that equal searches share a response. */
export function collapseSpaces(search: string): string {
  return search.trim().replace(/\s+/g, ' ');
}
