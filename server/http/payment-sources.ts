import { paths } from '#contract/paths.ts';
import type { Config } from '#server/config/config.ts';
import type { PaymentSources } from './security-headers.ts';

const PADDLE: PaymentSources = {
  scripts: ['https://cdn.paddle.com', 'https://sandbox-cdn.paddle.com'],
  services: ['https://*.paddle.com'],
};

/** Returns the payment sources of a page; `null` if the page takes no payments or the demo simulates them on its own origin. */
export function getPaymentSources({ billing }: Config, pathname: string): PaymentSources | null {
  const { paddle } = billing;
  if (!paddle || pathname.replace(/\/+$/, '') !== paths.pricing) return null;
  if (paddle.apiBaseUrl === null) return PADDLE;
  const { origin, hostname } = new URL(paddle.apiBaseUrl);
  return hostname.endsWith('.paddle.com') ? PADDLE : { scripts: [origin], services: [origin] };
}
