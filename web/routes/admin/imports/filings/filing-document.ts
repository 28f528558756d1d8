const EXCHANGE_SITE = 'https://dps.psx.com.pk';

/** Returns the URL of a filing's document on the exchange's site, or `null` if it has none or the URL is on another site. */
export function getDocumentUrl(document: string | null): string | null {
  if (!document || !URL.canParse(document, EXCHANGE_SITE)) return null;
  const url = new URL(document, EXCHANGE_SITE);
  return url.origin === EXCHANGE_SITE && url.pathname !== '/' ? url.href : null;
}
