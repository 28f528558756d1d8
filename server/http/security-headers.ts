/** What every answer carries, pages and API alike. A page's Content-Security-Policy is set where the page is made. */
export function securityHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // A sign-in popup must be able to answer the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Where a page takes payments' scripts and frames from, as sources of a policy. */
export interface PaymentSources {
  /** Scripts and styles. */
  scripts: readonly string[];
  /** What the scripts call and put into frames. */
  services: readonly string[];
}

/**
 * The policy of a page: its own scripts only, the inline ones by hash, and on a page that takes payments their
 * provider's. Styles may be inline: the toasts bring theirs so. In development Vite adds inline scripts and a socket of
 * its own.
 */
export function pagePolicy(
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
