import type { Config } from '#server/config.ts';
import { newsToolsOn } from '#server/domains/news/news.ts';
import { createGuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/** What news are read with, as configured. Outlets see who reads them and where to ask. */
export function newsTools(config: Config) {
  return newsToolsOn(
    createGuardedFetch({
      allowLoopback: config.isOutboundLoopbackAllowed,
      userAgent: `Tezi/1 (+${config.publicUrl})`,
    }),
  );
}
