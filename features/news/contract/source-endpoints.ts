import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text, timestamp } from '#core/contract/fields.ts';

/** A configured feed and the state of fetching it. */
export const NewsSource = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  /** Shows only a summary and the link, never the publisher's full text. */
  is_summary_only: z.boolean(),
  is_enabled: z.boolean(),
  article_count: z.int(),
  last_attempt_at: z.nullable(timestamp),
  last_success_at: z.nullable(timestamp),
  /** The error message of the last attempt; `null` if it succeeded. */
  last_error: z.nullable(z.string()),
  failures_in_a_row: z.int(),
  /** The numbers of new, existing and rejected items of the last successful fetch. */
  last_new: z.int(),
  last_existing: z.int(),
  last_rejected: z.int(),
  next_fetch_at: timestamp,
});
export type NewsSource = z.infer<typeof NewsSource>;

const SourceId = z.object({ id: z.string() });
const SourceName = text({ maxLength: 100 });
const SourceUrl = text({ maxLength: 2000 }).check(
  z.refine(isFeedUrl, 'Enter a feed URL that starts with https:// or http://.'),
);

export function isFeedUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username + url.password === '';
}

export const listSourcesForAdmin = defineEndpoint({
  method: 'GET',
  path: '/admin/news/sources/',
  summary: 'List the news sources and their health',
  access: 'administrator',
  response: z.object({ results: z.array(NewsSource) }),
});

export const addSource = defineEndpoint({
  method: 'POST',
  path: '/admin/news/sources/',
  summary: 'Add a news source; nothing is fetched yet',
  access: 'administrator',
  body: z.object({
    name: SourceName,
    url: SourceUrl,
    is_summary_only: z.optional(z.boolean()),
  }),
  status: 201,
  response: NewsSource,
});

export const editSource = defineEndpoint({
  method: 'PATCH',
  path: '/admin/news/sources/:id/',
  summary: 'Edit, disable or enable a news source',
  access: 'administrator',
  params: SourceId,
  body: z.object({
    name: z.optional(SourceName),
    url: z.optional(SourceUrl),
    is_summary_only: z.optional(z.boolean()),
    is_enabled: z.optional(z.boolean()),
  }),
  response: NewsSource,
});

/** Fetches the source immediately and responds with the result. */
export const fetchSource = defineEndpoint({
  method: 'POST',
  path: '/admin/news/sources/:id/fetch/',
  summary: 'Fetch a news source now',
  access: 'administrator',
  params: SourceId,
  response: NewsSource,
});
