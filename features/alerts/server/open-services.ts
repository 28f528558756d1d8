import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#core/server/config/config.ts';
import { getTelegramMode, hasPushSimulator, hasWebhookReceiver } from '#core/server/config/service-modes.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  createGuardedPost,
  type GuardedPost,
  OutboundError,
} from '#core/server/platform/outbound/guarded-fetch.ts';
import type { PushSettings, Vapid } from '#core/server/platform/push/vapid.ts';
import { createTelegramApi, type TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';
import { loadSimulators, type PushService } from '#core/server/startup/simulators.ts';
import type { WebhookDependencies } from '#dependencies.ts';
import { MAX_IN_FLIGHT_PER_SERVICE } from './push/push-channel.ts';
import { paceBot } from './telegram/telegram-pace.ts';
import { MAX_IN_FLIGHT_PER_HOST } from './webhooks/webhook-channel.ts';

const PATHS = {
  push: '/simulators/push',
  telegram: '/simulators/telegram',
  webhooks: '/simulators/webhooks',
};
const SIMULATED_BOT = 'tezi_demo_bot';

/** Opens the services that send alerts, or in a local demo their simulators, which are returned by their paths. */
export async function openAlertServices(
  config: Config,
  { db, vapid }: { db: Queryable; vapid: Vapid | null },
) {
  const { push, simulator: pushSimulator } = await openPush(config, vapid);
  const { bot, simulator: telegramSimulator } = await openTelegram(config);
  const { webhooks, simulator: webhookSimulator } = await openWebhooks(config);
  return {
    services: { push, telegram: bot && paceBot(bot, db), webhooks },
    simulators: {
      [PATHS.push]: pushSimulator,
      [PATHS.telegram]: telegramSimulator,
      [PATHS.webhooks]: webhookSimulator,
    },
    close() {
      push?.post.close();
      webhooks.post.close();
    },
  };
}

type Simulator = FastifyPluginAsync | null;

/** `null`: this site sends no push messages. Browsers that subscribed at the simulator receive theirs from it. */
export async function openPush(
  config: Config,
  vapid: Vapid | null,
): Promise<{ push: PushSettings | null; simulator: Simulator }> {
  if (vapid === null) return { push: null, simulator: null };
  const post = createPost(config, MAX_IN_FLIGHT_PER_SERVICE);
  if (!hasPushSimulator(config)) return { push: { vapid, post }, simulator: null };
  const createPushSimulator = await loadSimulators.push();
  const { plugin, service } = createPushSimulator({ url: `${config.publicUrl}${PATHS.push}` });
  // Chromium builds the endpoints of the simulator's devices from the address of Google's service and tokens of the simulator.
  const send: Post = (url, options) =>
    service.owns(url) ? postToSimulator(service, url, options) : post(url, options);
  return { push: { vapid, post: Object.assign(send, { close: post.close }) }, simulator: plugin };
}

async function postToSimulator(service: PushService, url: string, options: Parameters<Post>[1]) {
  const headers = Object.fromEntries(new Headers(options.headers));
  const response = await service.receive(url, { headers, body: options.body });
  if (response.status === 0) throw new OutboundError('unreachable', 'The server closed the connection.');
  return { status: response.status, headers: new Headers(response.headers) };
}

/** `null`: this site has no bot. */
async function openTelegram(config: Config): Promise<{ bot: TelegramBot | null; simulator: Simulator }> {
  if (config.telegram)
    return { bot: { api: createTelegramApi(config.telegram), linkUrl: 'https://t.me/' }, simulator: null };
  if (getTelegramMode(config) === 'off') return { bot: null, simulator: null };
  const createTelegramSimulator = await loadSimulators.telegram();
  // Shared by the server and the simulator while this process runs.
  const token = `1:${randomBytes(30).toString('base64url')}`;
  const apiUrl = `${config.publicUrl}${PATHS.telegram}`;
  return {
    bot: { api: createTelegramApi({ token, apiUrl }), linkUrl: `${apiUrl}/` },
    simulator: createTelegramSimulator({ token, username: SIMULATED_BOT }).plugin,
  };
}

async function openWebhooks(
  config: Config,
): Promise<{ webhooks: WebhookDependencies; simulator: Simulator }> {
  const post = createPost(config, MAX_IN_FLIGHT_PER_HOST);
  if (!hasWebhookReceiver(config)) return { webhooks: { post, demoUrl: null }, simulator: null };
  const createWebhookReceiver = await loadSimulators.webhooks();
  const demoUrl = `${config.publicUrl}${PATHS.webhooks}/hook`;
  // The only URL of this machine that webhooks may call is that of the simulator.
  const postLocally = createPost({ ...config, isOutboundLoopbackAllowed: true }, MAX_IN_FLIGHT_PER_HOST);
  const send: Post = (url, options) => (url === demoUrl ? postLocally : post)(url, options);
  const close = () => {
    post.close();
    postLocally.close();
  };
  return {
    webhooks: { post: Object.assign(send, { close }), demoUrl },
    simulator: createWebhookReceiver().plugin,
  };
}

type Post = (...parameters: Parameters<GuardedPost>) => ReturnType<GuardedPost>;

const createPost = (
  { isOutboundLoopbackAllowed: allowLoopback, publicUrl }: Config,
  maxConnections: number,
): GuardedPost => createGuardedPost({ allowLoopback, maxConnections, userAgent: `Tezi/1 (+${publicUrl})` });
