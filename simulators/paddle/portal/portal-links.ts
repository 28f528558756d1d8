import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from '#simulators/paddle/account.ts';

/** Portal links sign the customer in for a short time, so they are fetched when needed and never stored. */
const VALID_MS = 15 * 60_000;

export type PortalPage = 'update-payment-method' | 'cancel' | 'invoice.pdf' | 'overview';

/** Returns the URL of a portal page with a token that is valid for fifteen minutes. */
export function makePortalUrl(account: Account, subject: string, page: PortalPage): string {
  const expiresMs = account.clock.nowMs() + VALID_MS;
  return `${account.options.baseUrl}/portal/${subject}/${page}?token=${expiresMs}.${sign(account, subject, expiresMs)}`;
}

/** Returns true when a token gives access to the portal pages of a subscription or customer. */
export function isValidToken(account: Account, subject: string, token: string): boolean {
  const [expires = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(account, subject, Number(expires)));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return Number(expires) > account.clock.nowMs();
}

function sign({ state }: Account, subject: string, expiresMs: number): string {
  return createHmac('sha256', state.portalSecret).update(`${subject}:${expiresMs}`).digest('base64url');
}
