const EXCHANGE_SITE = 'https://dps.psx.com.pk';

/** Where a filing's document is on the exchange's site; `null` for none and for whatever would lead elsewhere. */
export function getDocumentUrl(document: string | null): string | null {
  if (!document || !URL.canParse(document, EXCHANGE_SITE)) return null;
  const url = new URL(document, EXCHANGE_SITE);
  return url.origin === EXCHANGE_SITE && url.pathname !== '/' ? url.href : null;
}
