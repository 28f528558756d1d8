import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { text } from '#contract/fields.ts';
import { COMPANY_TOPICS, Company } from '#contract/market/companies.ts';
import { Article } from '#contract/news/endpoints.ts';

export const SEARCH_MAX_LENGTH = 60;
/** The maximum number of companies, and of articles. */
export const MAX_FOUND = 5;

const FoundArticle = z.pick(Article, { id: true, title: true, source: true, sources: true, pub_date: true });
export type FoundArticle = z.infer<typeof FoundArticle>;

export const SearchResults = z.object({
  /** Best match first. Without an exact match, typing errors are accepted. */
  companies: z.array(Company),
  /** Articles that contain the words or mention the company, newest first. */
  articles: z.array(FoundArticle),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** Never searches signals: whether premium signals exist is premium content too. */
export const searchSite = defineEndpoint({
  method: 'GET',
  path: '/search/',
  summary: 'Find companies by symbol or name and news articles, at most five of each',
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
