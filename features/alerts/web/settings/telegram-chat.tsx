import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  confirmTelegramChat,
  createTelegramLink,
  deleteTelegramLink,
  sendTestTelegram,
  type TelegramSettings,
} from '#features/alerts/contract/endpoints.ts';
import { useAlertsKey } from '#features/alerts/web/public/unread-alerts.ts';
import { useRun } from './use-change.ts';

const POLL_MS = 3_000;

/** The chat that receives alerts, or how one is linked: it answers a one-time link, then the customer confirms it here. */
export function TelegramChat({ telegram: { bot, chat, example } }: { telegram: TelegramSettings }) {
  const [link, setLink] = useState<string | null>(null);
  const { isBusy, run } = useRun('settings');
  const queries = useQueryClient();
  const queryKey = useAlertsKey('settings');
  const isWaiting = link !== null && chat === null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey }), POLL_MS);
    return () => clearInterval(timer);
  });
  const create = () =>
    run('The link could not be created', async () => {
      setLink((await api(createTelegramLink, {})).url);
    });
  const confirm = () =>
    run('The chat could not be confirmed', async () => {
      await api(confirmTelegramChat, {});
      setLink(null);
    });
  const unlink = () =>
    run('The chat could not be unlinked', async () => {
      await api(deleteTelegramLink, {});
      setLink(null);
    });
  const test = () =>
    run('The test message was not sent', async () => {
      const { message } = await api(sendTestTelegram, {});
      notify.success('Test message', message);
    });

  if (chat?.linked_at)
    return (
      <div key="linked" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <ChatNames chat={chat} />
          <p className="text-sm text-muted">
            Since <PakistanTime at={chat.linked_at} />
          </p>
        </div>
        <Button variant="secondary" size="small" busy={isBusy} onClick={test}>
          Send a test
        </Button>
        <Button variant="secondary" size="small" busy={isBusy} onClick={unlink}>
          Unlink
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      <p>
        The chat receives every alert that is on for Telegram below, with levels of premium signals while you
        have access to them, and nothing else. This is what one looks like:
      </p>
      <blockquote className="max-w-md rounded-box border border-line bg-surface px-4 py-3 text-sm">
        {example.map((line, index) => (
          <p key={line} className={index === 0 ? 'font-semibold' : ''}>
            {line}
          </p>
        ))}
      </blockquote>
      <div role="status" className="grid gap-2">
        {chat && (
          <>
            <p>A chat answered the link. Is it yours?</p>
            <ChatNames chat={chat} />
          </>
        )}
        {isWaiting && (
          <p>
            Open the chat with @<span>{bot}</span> and press Start. Then confirm it here. The link works for
            ten minutes.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {chat ? (
          <>
            <Button busy={isBusy} onClick={confirm}>
              Yes, send my alerts there
            </Button>
            <Button variant="secondary" busy={isBusy} onClick={unlink}>
              No
            </Button>
          </>
        ) : (
          <>
            {link && (
              <a
                href={link}
                target="_blank"
                rel="noreferrer"
                className="link inline-flex min-h-11 items-center"
              >
                Open the chat in Telegram
              </a>
            )}
            <Button variant={link ? 'secondary' : 'primary'} busy={isBusy} onClick={create}>
              {link ? 'Create another link' : 'Link a chat'}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** A name can look like a username, which only one person has. */
const ChatNames = ({ chat: { name, username } }: { chat: NonNullable<TelegramSettings['chat']> }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 font-medium">
    <dt className="font-normal text-muted">Name</dt>
    <dd className="wrap-anywhere" translate="no">
      {name}
    </dd>
    <dt className="font-normal text-muted">Username</dt>
    <dd className="wrap-anywhere">{username === null ? 'None' : <Figure>{`@${username}`}</Figure>}</dd>
  </dl>
);
