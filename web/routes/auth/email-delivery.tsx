import { Link, useRouteLoaderData } from 'react-router';
import type { ServerSide, SiteData } from '#contract/page-entry.ts';
import { paths } from '#contract/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Where mails are to be found when they do not reach anybody's own mailbox. */
export function EmailDelivery({ mails }: { mails: ServerSide['mails'] }) {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  if (mails === 'server') return null;
  return mails === 'mailbox' ? (
    <Notice className="mb-4">
      This is a demo: its mails are not sent but kept in{' '}
      <Link to={paths.mailbox} className="link">
        the demo's mailbox
      </Link>
      .
    </Notice>
  ) : (
    <Notice tone="warning" className="mb-4" title="No mail can be sent from here">
      Write to{' '}
      <a href={`mailto:${contact?.email}`} className="link wrap-anywhere">
        {contact?.email}
      </a>{' '}
      to get back into your account.
    </Notice>
  );
}
