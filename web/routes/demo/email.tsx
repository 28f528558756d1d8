import { useRouteLoaderData } from 'react-router';
import type { readMailbox } from '#contract/accounts/mailbox.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import type { SiteData } from '#contract/page-entry.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { findLinks } from './find-links.ts';

/** An email. Only links to this site are clickable. */
export function Email({
  recipient,
  subject,
  text,
  sent_at,
}: EndpointOutput<typeof readMailbox>['results'][number]) {
  const publicUrl = useRouteLoaderData<SiteData>('root')?.publicUrl ?? '';
  return (
    <article className="max-w-3xl rounded-box border border-line bg-surface">
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold wrap-anywhere">{subject}</h2>
        <p className="mt-0.5 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
          <span className="wrap-anywhere">To {recipient}</span>
          <PakistanTime at={sent_at} />
        </p>
      </header>
      <p className="px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {findLinks(text.trim(), publicUrl).map(({ text: part, isLink, start }) =>
          isLink ? (
            <a key={start} href={part} className="link">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </article>
  );
}
