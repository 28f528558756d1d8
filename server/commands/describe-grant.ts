import type { listGrants } from '#server/domains/billing/billing.ts';
import { formatMinute } from './format-minute.ts';

type Grant = Awaited<ReturnType<typeof listGrants>>[number];

/** Formats a premium grant: `4c1…  until 2026-12-31 19:00 UTC, by usman: Bank transfer 4711`. */
export function describeGrant(grant: Grant, now: Date): string {
  const { id, reason, grantedBy, endsAt, revokedAt, revokedBy, revocationReason } = grant;
  const line = `${id}  ${endsAt > now ? 'until' : 'ended'} ${formatMinute(endsAt)}, by ${grantedBy}: ${reason}`;
  if (!revokedAt) return line;
  return `${line}\n  revoked ${formatMinute(revokedAt)} by ${revokedBy}: ${revocationReason}`;
}
