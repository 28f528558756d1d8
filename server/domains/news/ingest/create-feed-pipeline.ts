import { classify } from '#server/domains/news/classify/classify.ts';
import { prepareItem } from '#server/domains/news/feed/parse/prepare-item.ts';
import { readFeed } from '#server/domains/news/feed/read-feed.ts';
import { excerptOf, textOf } from '#server/domains/news/feed/sanitize/html-to-text.ts';
import type { GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';
import type { FeedPipeline, PrepareItem } from './feed-pipeline.ts';

/** The tools that news are really read with. */
export function newsToolsOn(fetch: GuardedFetch): FeedPipeline & { prepareItem: PrepareItem } {
  return { fetch, readFeed, prepareItem, textOf, excerptOf, classify, random: Math.random };
}
