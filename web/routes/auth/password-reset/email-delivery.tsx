import { Link, useRouteLoaderData } from 'react-router';
import type { ServerSide, SiteData } from '#contract/page-entry.ts';
import { paths } from '#contract/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Explains where to find emails that this server does not send. */
export function EmailDelivery({ delivery }: { delivery: ServerSide['emailDelivery'] }) {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  if (delivery === 'server') return null;
  return delivery === 'mailbox' ? (
    <Notice className="mb-4">
      This is a demo. It does not send emails; they appear in{' '}
      <Link to={paths.mailbox} className="link">
        the demo mailbox
      </Link>
      .
    </Notice>
  ) : (
    <Notice tone="warning" className="mb-4" title="This site cannot send emails">
      Contact{' '}
      <a href={`mailto:${contact?.email}`} className="link wrap-anywhere">
        {contact?.email}
      </a>{' '}
      to recover your account.
    </Notice>
  );
}
