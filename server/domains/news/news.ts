export { resanitise } from './ingest/articles/resanitize.ts';
export { newsToolsOn } from './ingest/create-feed-pipeline.ts';
export type { FeedPipeline, PrepareItem } from './ingest/feed-pipeline.ts';
export { createNewsReader, type FeedPoller } from './ingest/feed-poller.ts';
export type { FetchResult } from './ingest/fetch-source.ts';
export { hasSampleNews, loadSampleNews } from './load-sample-news.ts';
export { addSource } from './sources/add-source.ts';
export { editSource } from './sources/edit-source.ts';
export { type CountedSource, findSourceNamed, listSources } from './sources/sources.queries.ts';
