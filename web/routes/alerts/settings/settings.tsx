import { DIGEST_TIME, type EmailFrequency, EVENING_TIME, MORNING_TIME } from '#contract/alerts/kinds.ts';
import { useAlertSettings } from '#web/alerts/alert-queries.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Section } from '#web/routes/account/profile/section.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { InstallApp } from './install-app.tsx';
import { ModeMatrix } from './mode-matrix.tsx';
import { PushSettings } from './push-settings.tsx';
import { QuietSettings } from './quiet-settings.tsx';
import { TelegramChat } from './telegram-chat.tsx';
import { type SettingsProps, useChange } from './use-change.ts';
import { useWebhook, WebhookSettings } from './webhook-settings.tsx';

/** What a customer is alerted about, where, and when not. */
export function Settings() {
  const { data, error, isFetching, refetch } = useAlertSettings();
  const change = useChange();
  const hasWebhook = Boolean(useWebhook().data?.webhook);
  return (
    <QueryResult
      query={{ data, error: error && getErrorMessage(error), isFetching, refetch }}
      loading="Loading your settings..."
    >
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
            description="Emails about the security and the payments of your account are always sent."
          >
            <EmailSettings settings={settings} onChange={change} />
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
            <ModeMatrix settings={settings} hasWebhook={hasWebhook} onChange={change} />
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
