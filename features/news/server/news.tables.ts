import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { FeedItem } from './feed/feed.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The configured feeds and the state of fetching them. */
export const newsSources = pgTable('news_sources', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique('news_sources_name_unique'),
  url: text().notNull().unique('news_sources_url_unique'),
  isSummaryOnly: boolean('is_summary_only').notNull().default(false),
  isEnabled: boolean('is_enabled').notNull().default(true),
  createdAt: timestamptz('created_at').notNull(),
  /** Sent with the next request, so that an unchanged feed is not transferred again. */
  etag: text(),
  lastModified: text('last_modified'),
  nextFetchAt: timestamptz('next_fetch_at').notNull(),
  /** Set while a server fetches the feed. */
  leasedUntil: timestamptz('leased_until'),
  lastAttemptAt: timestamptz('last_attempt_at'),
  lastSuccessAt: timestamptz('last_success_at'),
  /** When the publisher last sent the feed itself, and not 304. */
  lastFullFetchAt: timestamptz('last_full_fetch_at'),
  /** When the last new article was stored. */
  lastNewAt: timestamptz('last_new_at'),
  lastError: text('last_error'),
  failuresInARow: integer('failures_in_a_row').notNull().default(0),
  lastNew: integer('last_new').notNull().default(0),
  lastExisting: integer('last_existing').notNull().default(0),
  lastRejected: integer('last_rejected').notNull().default(0),
});

/** Articles. A trigger maintains `sort_date`, `title_key`, `week` and `search`. */
export const articles = pgTable(
  'articles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sourceId: integer('source_id')
      .notNull()
      .references(() => newsSources.id),
    /** Identifies the article within its source, even if its URL changes. */
    key: text().notNull(),
    title: text().notNull(),
    /** Sanitized HTML. */
    content: text().notNull(),
    /** The first words of the content as text, at most 150 characters. */
    excerpt: text().notNull(),
    link: text(),
    imageUrl: text('image_url'),
    pubDate: timestamptz('pub_date'),
    creator: text(),
    /** Empty if there is none. */
    sector: text().notNull().default(''),
    category: text().notNull(),
    /** Symbols of the companies that the article mentions. */
    symbols: text().array().notNull().default(sql`'{}'`),
    /** Names of those companies, for the search. */
    companyNames: text('company_names').notNull().default(''),
    fetchedAt: timestamptz('fetched_at').notNull(),
    /** The article of another source that reported the same story first, and that lists show; `null` if it is this one. */
    leadId: integer('lead_id').references((): AnyPgColumn => articles.id, { onDelete: 'set null' }),
    /** `pub_date`, or 1970-01-01, so that articles without a date are the oldest. */
    sortDate: timestamptz('sort_date').notNull().default(sql`'epoch'`),
    /** The title, normalized for sorting. */
    titleKey: text('title_key').notNull().default(''),
    /** Title, text and companies, and tags of the week, source, sector and category: see `list/search-scan.ts`. */
    search: tsvector().notNull().default(''),
  },
  (table) => [
    unique('articles_key_unique').on(table.sourceId, table.key),
    index('articles_link_idx').on(table.sourceId, table.link),
    index('articles_date_idx').on(table.sortDate, table.id, table.leadId),
    index('articles_source_date_idx').on(table.sourceId, table.sortDate, table.id),
    index('articles_sector_date_idx').on(table.sector, table.sortDate, table.id, table.leadId),
    index('articles_category_date_idx').on(table.category, table.sortDate, table.id, table.leadId),
    index('articles_title_idx').on(table.titleKey, table.id, table.leadId),
    index('articles_source_title_idx').on(table.sourceId, table.titleKey, table.id),
    index('articles_sector_title_idx').on(table.sector, table.titleKey, table.id, table.leadId),
    index('articles_category_title_idx').on(table.category, table.titleKey, table.id, table.leadId),
    uniqueIndex('articles_story_idx')
      .on(table.leadId, table.sourceId)
      .where(sql`${table.leadId} is not null`),
    index('articles_search_idx').using('gin', table.search),
    check('articles_category_some', sql`${table.category} <> ''`),
  ],
);

/** The raw items, from which articles can be rebuilt. */
export const rawItems = pgTable('raw_items', {
  articleId: integer('article_id')
    .primaryKey()
    .references(() => articles.id, { onDelete: 'cascade' }),
  item: jsonb().$type<FeedItem>().notNull(),
});

/** Article counts, maintained by a trigger, so that lists do not count articles. */
export const newsCounts = pgTable(
  'news_counts',
  {
    sourceId: integer('source_id').notNull(),
    sector: text().notNull(),
    category: text().notNull(),
    articles: integer().notNull(),
    /** The number of articles that lists of all sources show: one per story. */
    leads: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.sector, table.category] })],
);

/** Article counts by week (from Monday, UTC), maintained by a trigger. */
export const newsWeeks = pgTable('news_weeks', {
  week: date({ mode: 'string' }).primaryKey(),
  articles: integer().notNull(),
});
