import { readPremiumSources } from '#server/domains/billing/billing.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { isPremium } from './entitlement.ts';

/** Returns true when a customer has premium access. */
export async function hasPremium(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  return sources !== undefined && isPremium(sources, now);
}
