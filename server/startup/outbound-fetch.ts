import type { Config } from '#server/config/config.ts';
import { createGuardedFetch, type GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/** Creates the `fetch` for calls to other servers. Its user agent contains this site's URL for their operators. */
export function createOutboundFetch(config: Config): GuardedFetch {
  return createGuardedFetch({
    allowLoopback: config.isOutboundLoopbackAllowed,
    userAgent: `Tezi/1 (+${config.publicUrl})`,
  });
}
