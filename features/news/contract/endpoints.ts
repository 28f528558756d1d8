import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp, toSelection } from '#core/contract/fields.ts';
import { symbolsFilter } from '#features/market/contract/companies.ts';

/** An article, with the companies that it mentions. */
export const Article = z.object({
  id: z.int(),
  title: z.string(),
  /** HTML that the server sanitized when it fetched the article, or plain text if the request asked for an excerpt. */
  content: z.string(),
  /** The URL of the original; `null` if the feed has no valid one. */
  link: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  /** Is `null` if the feed has no valid date. */
  pub_date: z.nullable(timestamp),
  creator: z.nullable(z.string()),
  sector: z.nullable(z.string()),
  source: z.object({ name: z.string() }),
  /** The sources that reported the story: that of this article, then the others in the order in which they reported it. */
  sources: z.array(z.object({ name: z.string(), link: z.nullable(z.string()) })),
  category: z.object({ name: z.string() }),
  companies: z.array(z.object({ symbol: z.string(), name: z.string() })),
});
export type Article = z.infer<typeof Article>;

/** The fields of an article that a link needs. */
export const ArticleLink = z.object({ id: z.int(), title: z.string() });
export type ArticleLink = z.infer<typeof ArticleLink>;

export const NEWS_PAGE_SIZE = 12;
/** A search counts and returns at most this many articles, the first by date. */
export const MAX_SEARCH_RESULTS = 100 * NEWS_PAGE_SIZE;

export const NEWS_ORDERINGS = ['-pub_date', 'pub_date', 'title', '-title'] as const;
export type NewsOrdering = (typeof NEWS_ORDERINGS)[number];
export const DEFAULT_NEWS_ORDERING: NewsOrdering = '-pub_date';

const MAX_NAME_LENGTH = 100;
const MAX_CHOICES = 60;

const name = text({ minLength: 0, maxLength: MAX_NAME_LENGTH });

/** One or more values (`sector=A&sector=B`) in any order; empty ones are ignored. */
const choices = z.pipe(
  z.union([z.array(name).check(z.maxLength(MAX_CHOICES)), name]),
  z.transform(toSelection),
);

export const NewsQuery = z.object({
  search: z.optional(text({ minLength: 0, maxLength: 200 })),
  source: z.optional(name),
  sector: z.optional(choices),
  category: z.optional(choices),
  /** Articles that mention at least one of the companies. */
  symbol: z.optional(symbolsFilter),
  ordering: z.optional(z.enum(NEWS_ORDERINGS)),
  page: z.optional(z.string()),
  /** With `excerpt`, `content` is only the first words as plain text, at most 150 characters. */
  content: z.optional(z.enum(['full', 'excerpt'])),
});
export type NewsQuery = z.output<typeof NewsQuery>;

export const ArticleList = z.extend(paginated(Article), {
  /**
   * Is `true` if more articles than `count` may match. Only a search or the filter by symbol stops counting, well beyond the
   * page; a later page counts further, up to `MAX_SEARCH_RESULTS`.
   */
  is_count_capped: z.boolean(),
});
export type ArticleList = z.infer<typeof ArticleList>;

export const listArticles = defineEndpoint({
  method: 'GET',
  path: '/news/articles/',
  summary: 'List news articles, one per story, newest first by default, twelve per page',
  access: 'open',
  scope: 'news:read',
  query: NewsQuery,
  topics: ['news'],
  response: ArticleList,
});

export const ArticleDetail = z.object({
  article: Article,
  /** The neighbors by date, regardless of any filter. */
  newer: z.nullable(ArticleLink),
  older: z.nullable(ArticleLink),
});
export type ArticleDetail = z.infer<typeof ArticleDetail>;

export const getArticle = defineEndpoint({
  method: 'GET',
  path: '/news/articles/:id/',
  summary: 'Get an article and its neighbors by date',
  access: 'open',
  scope: 'news:read',
  params: z.object({ id: z.string() }),
  topics: ['news'],
  response: ArticleDetail,
});

export const listNewsSources = defineEndpoint({
  method: 'GET',
  path: '/news/sources/',
  summary: 'List the sources that have articles',
  access: 'open',
  scope: 'news:read',
  topics: ['news'],
  response: z.object({ sources: z.array(z.string()) }),
});

export const listNewsSectors = defineEndpoint({
  method: 'GET',
  path: '/news/sectors/',
  summary: 'List the sectors that have articles',
  access: 'open',
  scope: 'news:read',
  topics: ['news'],
  response: z.object({ sectors: z.array(z.string()) }),
});

export const listNewsCategories = defineEndpoint({
  method: 'GET',
  path: '/news/categories/',
  summary: 'List the categories that have articles',
  access: 'open',
  scope: 'news:read',
  topics: ['news'],
  response: z.object({ categories: z.array(z.string()) }),
});
