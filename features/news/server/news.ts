export { PUBLISHER_PATH } from '#features/news/sample/sample-news.ts';
export {
  type AlertedArticle,
  type NewsAlert,
  newsAlertQueue,
  readAlertedArticles,
} from './ingest/articles/alerted-articles.ts';
export { type ConvertItem, resanitizeArticles } from './ingest/articles/resanitize.ts';
export { createFeedPoller, type FeedPoller, fetchSourceNow } from './ingest/feed-poller.ts';
export { createFeedPipeline, type FeedPipeline, type FetchResult } from './ingest/fetch-source.ts';
export type { SearchArticles } from './list/list-articles.ts';
export { hasSampleNews, listSampleOriginals, loadSampleNews } from './load-sample-news.ts';
export { addSource, editSource, toEditTarget, toEventTarget } from './sources/edit-sources.ts';
export {
  findSourceNamed,
  listSources,
  type SourceWithCount,
} from './sources/sources.queries.ts';
