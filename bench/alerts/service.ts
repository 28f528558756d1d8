/**
 * A process with the simulator of one service that alerts are sent to: `push`, `telegram` or `email`. The parent process says what to do: see
 * `ServiceCommand`.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { createPushService } from '#simulators/push/push-service.ts';
import { createTelegramSimulator } from '#simulators/telegram/telegram-simulator.ts';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';

export interface ServiceOptions {
  name: 'push' | 'telegram' | 'email';
  keyFile: string;
  certificateFile: string;
  botToken: string;
  emailsPerSecond: number;
}

export type ServiceCommand =
  /** Starts the service. The response is its URL. */
  | { kind: 'start'; options: ServiceOptions }
  /** The response is an array of what has arrived since the last time. */
  | { kind: 'receipts' }
  /** Opens chats with the bot, with the IDs from 1 on. */
  | { kind: 'open-chats'; count: number }
  /** Telegram blocks the bot for some seconds. */
  | { kind: 'flood'; seconds: number };

/** A request to a service. */
export interface Receipt {
  /** The end of the endpoint, the chat or the email address. */
  target: string;
  /** Of a push message: the hash of what replaces it. */
  topic: string;
  /** In milliseconds since 1970. */
  at: number;
  isAccepted: boolean;
}

/** The services respond after so long, as if they were far away. */
const RESPONSE_MS = 100;

let takeReceipts = (): Receipt[] => [];
let openChats = (_count: number) => {};
let flood = (_seconds: number) => {};

process.on('disconnect', () => process.exit());
process.on('message', async (command: ServiceCommand) => process.send?.({ result: await run(command) }));

async function run(command: ServiceCommand): Promise<unknown> {
  if (command.kind === 'start') return start(command.options);
  if (command.kind === 'receipts') return takeReceipts();
  if (command.kind === 'open-chats') return openChats(command.count);
  return flood(command.seconds);
}

async function start({ name, keyFile, certificateFile, botToken, emailsPerSecond }: ServiceOptions) {
  if (name === 'email') {
    const smtp = await startSmtpServer(0, { perSecond: emailsPerSecond });
    takeReceipts = () =>
      smtp.emails.splice(0).map(({ to }) => ({ target: to[0] ?? '', topic: '', at: 0, isAccepted: true }));
    return smtp.url;
  }
  const app = fastify({ https: { key: readFileSync(keyFile), cert: readFileSync(certificateFile) } });
  if (name === 'push') await app.register(servePush());
  else {
    app.addHook('onSend', async () => void (await wait(RESPONSE_MS)));
    await app.register(serveTelegram(botToken));
  }
  await app.listen({ host: 'localhost', port: 0 });
  return `https://localhost:${(app.server.address() as AddressInfo).port}`;
}

function servePush() {
  let receipts: Receipt[] = [];
  // Messages are not decrypted: the topic says of which signal they are.
  const service = createPushService({ acceptsAnyDevice: true, maxRequests: 1_000 });
  service.fault = () => ({ delay: RESPONSE_MS });
  const { receive } = service;
  service.receive = async (endpoint, request) => {
    const at = performance.timeOrigin + performance.now();
    const response = await receive(endpoint, request);
    const target = endpoint.slice(endpoint.lastIndexOf('/') + 1);
    receipts.push({ target, topic: request.headers.topic ?? '', at, isAccepted: response.status === 201 });
    return response;
  };
  takeReceipts = () => {
    const taken = receipts;
    receipts = [];
    return taken;
  };
  return service.plugin;
}

function serveTelegram(token: string) {
  const { plugin, control } = createTelegramSimulator({ token, username: 'tezi_bench_bot' });
  takeReceipts = () =>
    control.sent.splice(0).map(({ chatId, at, status }) => ({
      target: String(chatId),
      topic: '',
      at,
      isAccepted: status === 200,
    }));
  openChats = (count) => {
    for (let id = 1; id <= count; id += 1) control.openChat(id);
  };
  flood = control.flood;
  return plugin;
}
