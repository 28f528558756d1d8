import type { Filing } from '#contract/corporate-actions/filings.ts';
import { ExternalIcon } from '#web/ui/icons.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** The company, title, filing time and document of a filing. */
export function FilingNotice({ filing, headingId }: { filing: Filing; headingId: string }) {
  const { symbol, company_name: company, title, filed_at: filedAt, document } = filing;
  const url = getDocumentUrl(document);
  return (
    <>
      <h3 id={headingId} tabIndex={-1} className="text-base wrap-anywhere">
        {symbol && `${symbol} · `}
        {company}
      </h3>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm wrap-anywhere">
        <span>{title}</span>
        {filedAt && (
          <span className="text-muted">
            Filed <PakistanTime at={filedAt} />
          </span>
        )}
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noreferrer noopener"
            className="link inline-flex items-center gap-1.5"
          >
            Read the notice
            <span className="sr-only"> of {company} (opens in a new tab)</span>
            <ExternalIcon className="size-3.5" />
          </a>
        ) : (
          <span className="text-muted">No document available. Check the exchange's website.</span>
        )}
      </p>
    </>
  );
}

const EXCHANGE_SITE = 'https://dps.psx.com.pk';

/** Returns the URL of a filing's document on the exchange's site, or `null` if it has none or the URL is on another site. */
export function getDocumentUrl(document: string | null): string | null {
  if (!document || !URL.canParse(document, EXCHANGE_SITE)) return null;
  const url = new URL(document, EXCHANGE_SITE);
  return url.origin === EXCHANGE_SITE && url.pathname !== '/' ? url.href : null;
}
