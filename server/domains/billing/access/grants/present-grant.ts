import type { PremiumGrant } from '#contract/billing/admin-endpoints.ts';
import type { GrantRow } from './grants.queries.ts';

/** Presents a grant to administrators. */
export const presentGrant = (row: GrantRow): PremiumGrant => ({
  id: row.id,
  reason: row.reason,
  granted_by: row.grantedBy,
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
  revoked_by: row.revokedBy,
  revocation_reason: row.revocationReason,
});
