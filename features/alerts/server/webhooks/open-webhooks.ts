import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#core/server/config/config.ts';
import { hasWebhookReceiver } from '#core/server/config/features.ts';
import { createGuardedPost, type GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import { loadSimulators } from '#core/server/startup/simulators.ts';
import type { WebhookDependencies } from '#dependencies.ts';
import { MAX_IN_FLIGHT_PER_HOST } from './webhook-channel.ts';

export const WEBHOOK_SIMULATOR_PATH = '/simulators/webhooks';

export interface OpenedWebhooks {
  webhooks: WebhookDependencies;
  simulator: FastifyPluginAsync | null;
}

/** Prepares requests to the webhooks of customers, and in a local demo the simulator of a receiver. */
export async function openWebhooks(config: Config): Promise<OpenedWebhooks> {
  const createPost = (allowLoopback: boolean) =>
    createGuardedPost({
      allowLoopback,
      maxConnections: MAX_IN_FLIGHT_PER_HOST,
      userAgent: `Tezi/1 (+${config.publicUrl})`,
    });
  const post = createPost(config.isOutboundLoopbackAllowed);
  if (!hasWebhookReceiver(config)) return { webhooks: { post, demoUrl: null }, simulator: null };
  const createWebhookReceiver = await loadSimulators.webhooks();
  const demoUrl = `${config.publicUrl}${WEBHOOK_SIMULATOR_PATH}/hook`;
  return {
    webhooks: { post: addReceiver(post, demoUrl, createPost(true)), demoUrl },
    simulator: createWebhookReceiver().plugin,
  };
}

/** The only URL of this machine that webhooks may call is that of the simulator. */
function addReceiver(post: GuardedPost, demoUrl: string, postLocally: GuardedPost): GuardedPost {
  const send: OmitClose = (url, options) => (url === demoUrl ? postLocally : post)(url, options);
  return Object.assign(send, {
    close() {
      post.close();
      postLocally.close();
    },
  });
}

type OmitClose = (...parameters: Parameters<GuardedPost>) => ReturnType<GuardedPost>;
