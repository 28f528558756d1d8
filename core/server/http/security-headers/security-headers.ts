import { paths } from '#core/contract/paths.ts';
import type { Config } from '#core/server/config/config.ts';

/** Returns the headers of every response, of pages and the API. A page overrides the Content-Security-Policy with its own. */
export function getSecurityHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // A sign-in popup must be able to message the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The origins of the payment provider in a page's Content-Security-Policy. */
export interface PaymentSources {
  /** Scripts and styles. */
  scripts: readonly string[];
  /** The APIs and frames of the scripts. */
  services: readonly string[];
}

/**
 * Returns the Content-Security-Policy of a page: only its own scripts, inline ones by hash, and on a page that takes
 * payments the provider's. Inline styles are allowed because the toast library uses them. In development Vite adds inline
 * scripts and a WebSocket.
 */
export function buildPagePolicy(
  inlineScriptHashes: readonly string[],
  { isDevelopment, payments }: { isDevelopment: boolean; payments?: PaymentSources | null },
): string {
  const paymentScripts = (payments?.scripts ?? []).map((source) => ` ${source}`).join('');
  const paymentServices = (payments?.services ?? []).map((source) => ` ${source}`).join('');
  const scripts = isDevelopment
    ? "'unsafe-inline'"
    : inlineScriptHashes.map((hash) => `'sha256-${hash}'`).join(' ');
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`.trim() + paymentScripts,
    `style-src 'self' 'unsafe-inline'${paymentScripts}`,
    "img-src 'self' https: data:",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}${paymentServices}`,
    ...(payments ? [`frame-src 'self'${paymentServices}`] : []),
    ...(isDevelopment ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

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
