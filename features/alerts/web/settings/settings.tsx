import { useEffect, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { useHasEmails } from '#core/web/session/has-emails.ts';
import { Button } from '#core/web/ui/button.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';
import { describeChannel } from '#features/alerts/contract/channels.ts';
import { type AlertDelivery, listAlertDeliveries } from '#features/alerts/contract/endpoints.ts';
import {
  DELIVERY_REASONS,
  DIGEST_TIME,
  describeKind,
  type EmailFrequency,
  EVENING_TIME,
  MORNING_TIME,
} from '#features/alerts/contract/kinds.ts';
import { toResult, useAlertSettings } from '#features/alerts/web/alert-queries.ts';
import { useAlertsKey } from '#features/alerts/web/public/unread-alerts.ts';
import { ModeMatrix } from './mode-matrix.tsx';
import { PushSettings } from './push-settings.tsx';
import { QuietSettings } from './quiet-settings.tsx';
import { TelegramChat } from './telegram-chat.tsx';
import { type SettingsProps, useChange } from './use-change.ts';
import { useWebhook, WebhookSettings } from './webhook-settings.tsx';

/** What a customer is alerted about, where, and when not. */
export function Settings() {
  const query = useAlertSettings();
  const change = useChange();
  const webhook = useWebhook().data?.webhook;
  const hasEmails = useHasEmails();
  return (
    <QueryResult query={toResult(query)} loading="Loading your settings...">
      {(settings) => (
        <>
          <Section
            title="Push messages"
            description="Alerts on the screen of a device within seconds, also while Tezi is closed."
          >
            <PushSettings settings={settings} onChange={change} />
            <InstallApp />
          </Section>
          <Section
            title="Emails"
            description={
              hasEmails ? 'Emails about the security and the payments of your account are always sent.' : ''
            }
          >
            {hasEmails ? (
              <EmailSettings settings={settings} onChange={change} />
            ) : (
              <p className="text-muted">This site sends no emails at present.</p>
            )}
          </Section>
          {settings.telegram && (
            <Section
              title="Telegram"
              description="Alerts in a chat with our bot. It also tells you whether a message about a signal is genuine."
            >
              <TelegramChat telegram={settings.telegram} />
            </Section>
          )}
          <Section title="Webhook" description="Alerts for your own programs, sent to a server of yours.">
            <WebhookSettings />
          </Section>
          <Section
            title="What and where"
            description={`“Silent” makes no sound and is not counted as unread. Meetings and last buying days come at ${EVENING_TIME} PKT of the trading day before, last buying days also at ${MORNING_TIME} PKT.`}
          >
            <ModeMatrix
              settings={settings}
              targets={{
                push: settings.push_key,
                email: hasEmails,
                telegram: settings.telegram?.chat?.linked_at,
                webhook,
              }}
              onChange={change}
            />
          </Section>
          <Section
            title="Quiet hours and pause"
            description="Quiet hours defer push messages and Telegram to their end. What is of no use by then is only in the inbox. A pause stops everything but the inbox and what protects your account."
          >
            <QuietSettings settings={settings} onChange={change} />
          </Section>
          <Section
            title="Last deliveries"
            description="What was sent to you, and why something was not. The inbox has every alert anyway."
          >
            <DeliveryLog />
          </Section>
        </>
      )}
    </QueryResult>
  );
}

const FREQUENCIES: { value: EmailFrequency; label: string }[] = [
  { value: 'off', label: 'No emails' },
  { value: 'at_once', label: 'One email for each alert' },
  { value: 'daily', label: `One email a day, at ${DIGEST_TIME} PKT` },
];

function EmailSettings({ settings, onChange }: SettingsProps) {
  return (
    <div className="max-w-sm">
      <SelectField
        label="Alerts by email"
        options={FREQUENCIES}
        value={settings.email}
        onChange={(event) => onChange({ email: event.target.value as EmailFrequency })}
      />
    </div>
  );
}

/** The last deliveries of the customer, with the reasons for what was not sent. */
function DeliveryLog() {
  const query = useAccountQuery(useAlertsKey('deliveries'), () => api(listAlertDeliveries, {}));
  return (
    <QueryResult
      query={toResult(query)}
      loading="Loading the log..."
      empty={{ title: 'Nothing was sent yet', text: 'Push messages and emails appear here.', level: 3 }}
    >
      {({ results }) => (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {results.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm">
              <span>
                <span>{`${describeChannel(delivery.channel).label}: ${describeKind(delivery.kind).label}`}</span>{' '}
                <Figure className="ms-1 font-medium">{nameSymbols(delivery.symbols)}</Figure>
              </span>
              <span className="text-muted">
                <DeliveryState delivery={delivery} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryResult>
  );
}

const MAX_NAMED = 3;

/** An article may be about many companies. */
const nameSymbols = (symbols: readonly string[]) =>
  `${symbols.slice(0, MAX_NAMED).join(', ')}${symbols.length > MAX_NAMED ? ` +${symbols.length - MAX_NAMED}` : ''}`;

function DeliveryState({ delivery }: { delivery: AlertDelivery }) {
  const { state, reason, due_at, accepted_at, shown_at } = delivery;
  const why = reason ? DELIVERY_REASONS[reason] : null;
  if (accepted_at)
    return (
      <span key="sent">
        Sent <PakistanTime at={accepted_at} withSeconds />
        <span>{shown_at && ', shown on the device'}</span>
      </span>
    );
  if (state === 'queued' || state === 'claimed')
    return (
      <span>
        <span>{why ? `${why}: ` : 'Due '}</span>
        <PakistanTime at={due_at} />
      </span>
    );
  return (
    <span key="failed">
      Not sent. <span>{why}</span>
    </span>
  );
}

/** The event `beforeinstallprompt` of Chromium, for pages whose app can be installed. */
interface InstallPrompt {
  prompt(): Promise<unknown>;
}

/** The inline script of the document stores the prompt here: it may arrive before any other script has loaded. */
const pageWindow = () => window as { installPrompt?: InstallPrompt | undefined };

/** Asks the browser to install the app. Without a prompt of the browser there is nothing to press. */
function InstallApp() {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const read = () => setPrompt(pageWindow().installPrompt ?? null);
    const forget = () => {
      pageWindow().installPrompt = undefined;
      setPrompt(null);
    };
    read();
    addEventListener('beforeinstallprompt', read);
    addEventListener('appinstalled', forget);
    return () => {
      removeEventListener('beforeinstallprompt', read);
      removeEventListener('appinstalled', forget);
    };
  }, []);
  if (prompt === null) return null;
  const install = () => {
    // A prompt works once.
    pageWindow().installPrompt = undefined;
    setPrompt(null);
    // The browser may reject this. The customer can still install the app from its menu.
    prompt.prompt().catch(() => {});
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64">
        As an app, Tezi has its own window and icon with the number of unread alerts.
      </p>
      <Button variant="secondary" onClick={install}>
        Install the app
      </Button>
    </div>
  );
}
