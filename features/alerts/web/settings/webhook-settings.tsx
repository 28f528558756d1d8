import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { DEVELOPERS_PATH } from '#core/contract/api/api-scopes.ts';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { ShownSecret } from '#features/accounts/web/public/account/feeds/shown-secret.tsx';
import {
  addWebhook,
  type NewSecret,
  readWebhook,
  removeWebhook,
  replaceWebhookSecret,
  sendTestWebhook,
  WEBHOOK_URL_MAX_LENGTH,
  type Webhook,
} from '#features/alerts/contract/webhooks.ts';
import { toResult } from '#features/alerts/web/alert-queries.ts';
import { useAlertsKey } from '#features/alerts/web/public/unread-alerts.ts';
import { useRun } from './use-change.ts';

export const useWebhook = () => useAccountQuery(useAlertsKey('webhook'), () => api(readWebhook, {}));

/** The URL that receives alerts, or the form that adds one. A secret is shown once. */
export function WebhookSettings() {
  const query = useWebhook();
  const [created, setCreated] = useState<NewSecret | null>(null);
  return (
    <QueryResult query={toResult(query)} loading="Loading your webhook...">
      {({ webhook, demo_url, has_premium_levels }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere">
          <p>
            Each alert that is on for it below is posted as JSON, signed with your secret
            <span>
              {has_premium_levels
                ? '. Premium signals have their levels while you may read them'
                : '. Premium signals come without their levels, which the link shows you'}
            </span>
            . The{' '}
            <Link to={`${DEVELOPERS_PATH}#webhooks`} className="link">
              documentation
            </Link>{' '}
            has the format.
          </p>
          {webhook ? (
            <Existing webhook={webhook} onSecret={setCreated} />
          ) : (
            <NewWebhook demoUrl={demo_url} onSecret={setCreated} />
          )}
          {/* Another tab may have replaced the secret or the webhook. */}
          {created !== null && created.secret_id === webhook?.secret_id && (
            <ShownSecret label="Secret" secret={created.secret} />
          )}
        </div>
      )}
    </QueryResult>
  );
}

interface SecretProps {
  onSecret: (created: NewSecret | null) => void;
}

function NewWebhook({ demoUrl, onSecret }: SecretProps & { demoUrl: string | null }) {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { isBusy, run } = useRun('webhook');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setProblem(undefined);
    void run(setProblem, async () => onSecret(await api(addWebhook, { body: { url } })));
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md gap-4">
      <TextField
        label="URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={url}
        error={problem}
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        hint={
          demoUrl
            ? `An https URL on the internet, or in this demo ${demoUrl}`
            : 'An https URL on the internet.'
        }
        onChange={(event) => setUrl(event.target.value)}
      />
      <div>
        <Button type="submit" busy={isBusy}>
          Add the webhook
        </Button>
      </div>
    </form>
  );
}

function Existing({ webhook, onSecret }: SecretProps & { webhook: Webhook }) {
  const { url, created_at, last, disabled, previous_secret_until: previousUntil } = webhook;
  const [asking, setAsking] = useState<'replace' | 'remove' | null>(null);
  const { isBusy, run } = useRun('webhook');
  const test = () =>
    run('The test was not accepted', async () => {
      const { message } = await api(sendTestWebhook, {});
      notify.success('Test', message);
    });
  const questions = {
    replace: {
      title: 'Replace the secret',
      description: previousUntil
        ? 'You see the new secret once. The one that you saw last is no longer used. The secret before still signs until the time above.'
        : 'You see the new secret once. Requests are signed with both for a day, so that your server can change to it.',
      async onConfirm() {
        await run('The secret was not replaced', async () => onSecret(await api(replaceWebhookSecret, {})));
        setAsking(null);
      },
    },
    remove: {
      title: 'Remove the webhook',
      description: 'No alert is sent to it from then on. Its secret is deleted.',
      onConfirm: () =>
        run('The webhook was not removed', async () => {
          await api(removeWebhook, {});
          onSecret(null);
        }),
    },
  };
  return (
    <>
      <Notice tone="warning" title={disabled ? 'The webhook is off' : undefined}>
        {disabled &&
          `${DISABLED[disabled]} Nothing is sent to it. Send a test: if it is accepted, the webhook is on again.`}
      </Notice>
      <div className="text-sm text-muted">
        <p className="text-base font-medium text-ink wrap-anywhere">{url}</p>
        <p>
          Since <PakistanTime at={created_at} />
        </p>
        <p>
          {last ? (
            <span>
              Last request <PakistanTime at={last.at} withSeconds />:{' '}
              <span>{last.is_accepted ? 'accepted' : 'not accepted'}</span>, <span>{last.result}</span>
            </span>
          ) : (
            'Nothing was sent yet'
          )}
        </p>
        {previousUntil && (
          <p>
            Until <PakistanTime at={previousUntil} /> requests are also signed with the secret before.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" busy={isBusy} onClick={test}>
          Send a test
        </Button>
        <Button variant="secondary" size="small" onClick={() => setAsking('replace')}>
          Replace the secret
        </Button>
        <Button variant="secondary" size="small" onClick={() => setAsking('remove')}>
          Remove
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          key={asking}
          {...questions[asking]}
          confirmLabel={questions[asking].title}
          isPending={isBusy}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

const DISABLED = {
  gone: 'It responded with 410 Gone.',
  failing: 'It has accepted nothing for three days.',
};
