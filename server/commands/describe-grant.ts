import type { listGrantsOf } from '#server/domains/billing/billing.ts';

type Grant = Awaited<ReturnType<typeof listGrantsOf>>[number];

/** A line about granted premium: `4c1…  until 2026-12-31 19:00 UTC, by usman: Bank transfer 4711`. */
export function describeGrant(grant: Grant, now: Date): string {
  const { id, reason, grantedBy, endsAt, withdrawnAt, withdrawnBy, withdrawalReason } = grant;
  const line = `${id}  ${endsAt > now ? 'until' : 'ended'} ${minute(endsAt)}, by ${grantedBy}: ${reason}`;
  if (!withdrawnAt) return line;
  return `${line}\n  withdrawn ${minute(withdrawnAt)} by ${withdrawnBy}: ${withdrawalReason}`;
}

const minute = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
