import type { Config } from '#server/config/config.ts';
import { newsToolsOn } from '#server/domains/news/news.ts';
import { outboundFetch } from './outbound-fetch.ts';

/** What news are read with, as configured. */
export const newsTools = (config: Config) => newsToolsOn(outboundFetch(config));
