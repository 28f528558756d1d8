import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The feeds of a customer: the dates of the watched companies as a calendar, and the signals that they may read. */
export const FEED_KINDS = ['dates', 'signals'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** A feed that has a secret URL. The URL itself is not stored. */
export const FeedLink = z.object({
  kind: z.enum(FEED_KINDS),
  created_at: timestamp,
  /** When an app last read it; `null` if none did. */
  last_used_at: z.nullable(timestamp),
});
export type FeedLink = z.infer<typeof FeedLink>;

export const listFeedLinks = defineEndpoint({
  method: 'GET',
  path: '/customers/feeds/',
  summary: "List the signed-in customer's feeds that have a secret URL",
  access: 'customer',
  response: z.object({ results: z.array(FeedLink) }),
});

/** Replaces the URL that the feed had. */
export const createFeedLink = defineEndpoint({
  method: 'POST',
  path: '/customers/feeds/',
  summary: 'Create the secret URL of a feed, which is shown only now and replaces the one before',
  access: 'customer',
  body: z.object({ kind: z.enum(FEED_KINDS) }),
  status: 201,
  response: z.object({ url: z.string() }),
});

export const deleteFeedLink = defineEndpoint({
  method: 'DELETE',
  path: '/customers/feeds/:kind/',
  summary: 'Revoke the secret URL of a feed',
  access: 'customer',
  params: z.object({ kind: z.enum(FEED_KINDS) }),
  status: 204,
  response: z.undefined(),
});
