import { type MetaArgs, useLocation } from 'react-router';
import { ALERT_SETTINGS_PATH, paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';

const Inbox = lazyWithPreload(async () => (await import('./inbox.tsx')).Inbox);
const Settings = lazyWithPreload(async () => (await import('./settings/settings.tsx')).Settings);

const INBOX = {
  title: 'Alerts',
  description: 'What happened to the signals, your companies and your account.',
};
const SETTINGS = { title: 'Alert settings', description: 'What you are alerted about, where, and when not.' };

const isSettings = (pathname: string) => pathname.startsWith(ALERT_SETTINGS_PATH);

export const meta = (args: MetaArgs) =>
  createPageMeta({ ...(isSettings(args.location.pathname) ? SETTINGS : INBOX), noindex: true })(args);

/** The inbox of a customer, and on its own path the settings of alerts. */
export default function AlertsPage() {
  const isOnSettings = isSettings(useLocation().pathname);
  const [page, Content, name, link] = isOnSettings
    ? [SETTINGS, Settings, 'the settings', { to: paths.alerts, name: 'Open the inbox' }]
    : [INBOX, Inbox, 'the inbox', { to: ALERT_SETTINGS_PATH, name: 'Alert settings' }];
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
        <WhenNear code={Content} isRendered={false} name={name}>
          <Content />
        </WhenNear>
      </RequireCustomer>
    </div>
  );
}
