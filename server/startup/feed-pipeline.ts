import type { Config } from '#server/config/config.ts';
import { createFeedPipeline } from '#server/domains/news/news.ts';
import { createOutboundFetch } from './outbound-fetch.ts';

export const setUpFeedPipeline = (config: Config) => createFeedPipeline(createOutboundFetch(config));
