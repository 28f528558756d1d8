import { readPremiumSources } from '#server/domains/billing/billing.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { isPremium } from './entitlement.ts';

/** Returns true when a customer has premium access. */
export async function hasPremium(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const sources = (await readPremiumSources(db, [userId])).get(userId);
  return sources !== undefined && isPremium(sources, now);
}

/** Returns which of these customers have premium access, in one query. */
export async function filterPremium(
  db: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const sources = await readPremiumSources(db, userIds);
  return new Set([...sources].filter(([, customer]) => isPremium(customer, now)).map(([userId]) => userId));
}
