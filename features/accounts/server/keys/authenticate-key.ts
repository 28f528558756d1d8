import type { AuthenticateKey } from '#core/server/http/caller.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { RateLimits } from '#core/server/platform/rate-limits/rate-limits.ts';
import { findKey } from './api-keys.ts';

/** Returns the function that checks an API key and counts the request: the invalid ones of a client, and those with a valid key. */
export function createKeyAuthentication({
  database,
  clock,
  rateLimits,
}: {
  database: Pick<Database, 'db'>;
  clock: Clock;
  rateLimits: Pick<RateLimits<'apiKey' | 'invalidKeyAddress'>, 'countIp' | 'countQuota'>;
}): AuthenticateKey {
  return async (key, clientIp) => {
    const found = await findKey(database.db, key, clock.now());
    if (!found) {
      await rateLimits.countIp('invalidKeyAddress', clientIp);
      return null;
    }
    const quota = await rateLimits.countQuota('apiKey', found.id);
    return {
      caller: { kind: 'api_key', userId: found.userId, keyId: found.id },
      scopes: found.scopes,
      quota,
    };
  };
}
