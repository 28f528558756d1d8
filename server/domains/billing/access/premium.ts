import { readPremiumSources } from '#server/domains/billing/billing.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { isPremium } from './entitlement.ts';

/** Whether a customer has premium access now. */
export async function hasPremium(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  return sources !== undefined && isPremium(sources, now);
}
