export type { FeedTools, PrepareItem } from './ingest/feed-tools.ts';
export { createNewsReader, type NewsReader } from './ingest/news-reader.ts';
export { newsToolsOn } from './ingest/news-tools.ts';
export type { Reading } from './ingest/read-source.ts';
export { resanitise } from './ingest/resanitise.ts';
export { hasSampleNews, loadSampleNews } from './load-sample-news.ts';
export { addSource } from './sources/add-source.ts';
export { editSource } from './sources/edit-source.ts';
export { type CountedSource, findSourceNamed, listSources } from './sources/sources.queries.ts';
