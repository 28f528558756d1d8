import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { alreadyRevoked, grantEnded } from './grants.errors.ts';
import { type GrantRow, lockGrant, updateGrant } from './grants.queries.ts';

/** Revokes a grant immediately. The row stays, with the administrator and the reason. */
export async function revokeGrant(
  tx: Transaction,
  id: string,
  { reason, revokedBy }: { reason: string; revokedBy: string },
  now: Date,
): Promise<GrantRow> {
  const grant = await lockGrant(tx, id);
  if (!grant) throw notFound();
  if (grant.revokedAt) throw alreadyRevoked();
  if (grant.endsAt <= now) throw grantEnded();
  return updateGrant(tx, id, { revokedAt: now, revokedBy, revocationReason: reason });
}
