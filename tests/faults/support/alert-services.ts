import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { createPushService } from '#simulators/push/push-service.ts';
import { createTelegramSimulator } from '#simulators/telegram/telegram-simulator.ts';
import { type ReceivedEmail, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { makeCertificate } from '#tests/support/network/make-certificate.ts';
import { createDevice } from '#tests/support/push-device.ts';

const TOKEN = `123456:${'A'.repeat(35)}`;
const SIGNAL = /\/signals\/([0-9a-f-]{36})/g;
/** A push service is this far away. */
const LONGEST_RESPONSE_MS = 150;

/** What has reached a customer: a target of a channel and a signal. */
export type Receipt = string;
export const toReceipt = (channel: string, target: string, signalId: string): Receipt =>
  `${channel} ${target} ${signalId}`;

/** Services for push messages, Telegram and email, which outlive the servers that use them, and know what they have accepted. */
export async function startAlertServices() {
  const folder = mkdtempSync(join(tmpdir(), 'tezi-alert-services-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { key, cert } = makeCertificate(folder);
  const telegram = createTelegramSimulator({ token: TOKEN, username: 'tezi_fault_bot' });
  const smtp = await startSmtpServer();
  const device = createDevice();
  const push = createPushService({ acceptsAnyDevice: true });
  const pushed: Receipt[] = [];
  push.fault = ({ token, body }) => {
    const { notification } = device.decrypt(body) as { notification: { tag: string } };
    pushed.push(toReceipt('push', token, notification.tag.replace('signal-', '')));
    return { delay: Math.random() * LONGEST_RESPONSE_MS };
  };

  const app = fastify({
    https: { key: readFileSync(key), cert: readFileSync(cert) },
    forceCloseConnections: true,
  });
  await app.register(push.plugin, { prefix: '/push' });
  await app.register(telegram.plugin, { prefix: '/telegram' });
  const url = (await app.listen({ host: 'localhost', port: 0 }))
    .replace('127.0.0.1', 'localhost')
    .replace('[::1]', 'localhost');
  onTestFinished(async () => {
    await app.close();
    await smtp.close();
  });

  return {
    /** The settings of a server that uses the services. */
    settings: {
      TELEGRAM_BOT_TOKEN: TOKEN,
      TELEGRAM_API_URL: `${url}/telegram`,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@tezi.test',
      OUTBOUND_ALLOW_LOOPBACK: 'true',
      NODE_EXTRA_CA_CERTS: cert,
    },
    keys: device.keys,
    getEndpoint: (target: string) => `${url}/push/send/${target}`,
    openChat: (chatId: number) => void telegram.control.openChat(chatId),
    /** Returns everything that was accepted, repeats included. `chats` and `addresses` are the targets of Telegram and email by what the services know. */
    listReceipts({
      chats,
      addresses,
    }: {
      chats: ReadonlyMap<number, string>;
      addresses: ReadonlyMap<string, string>;
    }) {
      const messages = [...chats].flatMap(([chatId, target]) =>
        telegram.control
          .openChat(chatId)
          .messages.filter(({ from }) => from === 'bot')
          .flatMap(({ url: link }) => listSignals(link ?? '').map((id) => toReceipt('telegram', target, id))),
      );
      const emails = smtp.emails.flatMap(({ to, text }: ReceivedEmail) => {
        const target = addresses.get(to[0] ?? '');
        return target === undefined ? [] : listSignals(text).map((id) => toReceipt('email', target, id));
      });
      return [...pushed, ...messages, ...emails];
    },
  };
}

const listSignals = (text: string) => [...new Set([...text.matchAll(SIGNAL)].map(([, id]) => id as string))];
