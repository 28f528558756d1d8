import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from '#simulators/paddle/account.ts';

/** Links to the portal sign their reader in for a short while: they are read when they are needed and never kept. */
const VALID_MS = 15 * 60_000;

export type PortalPage = 'update-payment-method' | 'cancel' | 'overview';

/** Where a customer sees or changes something, with a token that lets them in for fifteen minutes. */
export function portalAddress(account: Account, subject: string, page: PortalPage): string {
  const expiresMs = account.clock.nowMs() + VALID_MS;
  return `${account.options.baseUrl}/portal/${subject}/${page}?token=${expiresMs}.${sign(account, subject, expiresMs)}`;
}

/** Whether a token lets its holder in to a subscription's or a customer's pages. */
export function isValidToken(account: Account, subject: string, token: string): boolean {
  const [expires = '', mark = ''] = token.split('.');
  const expected = Buffer.from(sign(account, subject, Number(expires)));
  const given = Buffer.from(mark);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number(expires) > account.clock.nowMs();
}

function sign({ state }: Account, subject: string, expiresMs: number): string {
  return createHmac('sha256', state.portalSecret).update(`${subject}:${expiresMs}`).digest('base64url');
}
