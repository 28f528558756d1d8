export { resanitizeArticles } from './ingest/articles/resanitize.ts';
export { type ConvertItem, createFeedPipeline, type FeedPipeline } from './ingest/feed-pipeline.ts';
export { createFeedPoller, type FeedPoller, fetchSourceNow } from './ingest/feed-poller.ts';
export type { FetchResult } from './ingest/fetch-source.ts';
export { hasSampleNews, listSampleOriginals, loadSampleNews } from './load-sample-news.ts';
export { addSource } from './sources/add-source.ts';
export { editSource } from './sources/edit-source.ts';
export { type FeedHealth, readFeedHealth } from './sources/feed-health.ts';
export { findSourceNamed, listSources, type SourceWithCount } from './sources/sources.queries.ts';
