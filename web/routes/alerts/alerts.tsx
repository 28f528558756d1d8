import { type MetaArgs, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { RequireCustomer } from '#web/routes/account/require-customer.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#web/ui/lazy/when-near.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Inbox, parseGroup } from './inbox.tsx';

/** Most visits only look at the inbox. */
const Settings = lazyWithPreload(async () => (await import('./settings/settings.tsx')).Settings);

const INBOX = { title: 'Alerts', description: 'What happened to the signals and to your account.' };
const SETTINGS = { title: 'Alert settings', description: 'What you are alerted of, where, and when not.' };

const isSettings = (pathname: string) => pathname.startsWith(paths.alertSettings);

export const meta = (args: MetaArgs) =>
  createPageMeta({ ...(isSettings(args.location.pathname) ? SETTINGS : INBOX), noindex: true })(args);

export const handle: PageHandle = {
  query: ['group'],
  canonicalQuery: (search) => {
    const group = parseGroup(search);
    return new URLSearchParams(group ? { group } : {});
  },
  hasFewValues: true,
};

/** The inbox of a customer, and on its own path the settings of alerts. */
export default function AlertsPage() {
  const isOnSettings = isSettings(useLocation().pathname);
  const [page, link] = isOnSettings
    ? [SETTINGS, { to: paths.alerts, name: 'Open the inbox' }]
    : [INBOX, { to: paths.alertSettings, name: 'Alert settings' }];
  return (
    <div className={isOnSettings ? 'max-w-4xl' : 'max-w-3xl'}>
      <PageHeader
        {...page}
        actions={
          <ButtonLink to={link.to} variant="secondary">
            {link.name}
          </ButtonLink>
        }
      />
      <RequireCustomer>
        {isOnSettings ? (
          <WhenNear code={Settings} isRendered={false} name="the settings">
            <Settings />
          </WhenNear>
        ) : (
          <Inbox />
        )}
      </RequireCustomer>
    </div>
  );
}
