import { olderArticles } from './older-articles.ts';
import { recentArticles } from './recent-articles.ts';
import type { SampleArticle } from './sample-article.ts';

/** Invented publishers. Their feed URLs do not resolve and are never fetched. */
export const SAMPLE_SOURCES = [
  { name: 'Indus Business Daily', url: 'https://samples.invalid/1' },
  { name: 'Karachi Market Wire', url: 'https://samples.invalid/2' },
  { name: 'Ravi Economic Review', url: 'https://samples.invalid/3' },
  { name: 'Makran Energy Post', url: 'https://samples.invalid/4' },
] as const;

/** A publisher whose feed fails, so that an administrator has an error to act on. */
export const FAILING_SOURCE = {
  name: 'Gulf Markets Bulletin',
  url: 'https://samples.invalid/gulf-markets/feed',
  failuresInARow: 4,
  lastError:
    "The server responded with 503 Service Unavailable. The publisher's server has a problem. The source is retried automatically; no action is needed.",
} as const;

/** Invented news of real companies, as the four publishers would write them. */
export const sampleArticles: SampleArticle[] = [...recentArticles, ...olderArticles];

/** The path of the publisher simulator, which serves the articles' pages and pictures in the demo. */
export const PUBLISHER_PATH = '/simulators/publisher';

/** Returns the path of an article's page at its publisher, by its index. */
export const getOriginalPath = (index: number): string => `${PUBLISHER_PATH}/articles/${index + 1}`;

/** Returns the path of a drawing. */
export const getPicturePath = (picture: string): string => `${PUBLISHER_PATH}/pictures/${picture}.svg`;
