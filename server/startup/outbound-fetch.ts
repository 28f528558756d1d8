import type { Config } from '#server/config/config.ts';
import { createGuardedFetch, type GuardedFetch } from '#server/platform/outbound/guarded-fetch.ts';

/** How other servers are asked, as configured. They see who asks and where to complain. */
export function outboundFetch(config: Config): GuardedFetch {
  return createGuardedFetch({
    allowLoopback: config.isOutboundLoopbackAllowed,
    userAgent: `Tezi/1 (+${config.publicUrl})`,
  });
}
