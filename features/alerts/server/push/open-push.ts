import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '#core/server/config/config.ts';
import { hasPushSimulator } from '#core/server/config/features.ts';
import {
  createGuardedPost,
  type GuardedPost,
  OutboundError,
} from '#core/server/platform/outbound/guarded-fetch.ts';
import type { PushSettings, Vapid } from '#core/server/platform/push/vapid.ts';
import { loadSimulators, type PushService } from '#core/server/startup/simulators.ts';
import { MAX_IN_FLIGHT_PER_SERVICE } from './push-channel.ts';

export const PUSH_SIMULATOR_PATH = '/simulators/push';

export interface OpenedPush {
  /** `null`: this site sends no push messages. */
  push: PushSettings | null;
  simulator: FastifyPluginAsync | null;
}

/** Prepares push messages with the key of this site. In a local demo, browsers that subscribed at the simulator receive theirs from it. */
export async function openPush(config: Config, vapid: Vapid | null): Promise<OpenedPush> {
  if (vapid === null) return { push: null, simulator: null };
  const post = createGuardedPost({
    allowLoopback: config.isOutboundLoopbackAllowed,
    maxConnections: MAX_IN_FLIGHT_PER_SERVICE,
    userAgent: `Tezi/1 (+${config.publicUrl})`,
  });
  if (!hasPushSimulator(config)) return { push: { vapid, post }, simulator: null };
  const createPushSimulator = await loadSimulators.push();
  const { plugin, service } = createPushSimulator({ url: `${config.publicUrl}${PUSH_SIMULATOR_PATH}` });
  return { push: { vapid, post: addSimulator(post, service) }, simulator: plugin };
}

/** Chromium builds the endpoints of the simulator's devices from the address of Google's service and tokens of the simulator. */
function addSimulator(post: GuardedPost, service: PushService): GuardedPost {
  const send: (...parameters: Parameters<GuardedPost>) => ReturnType<GuardedPost> = async (url, options) => {
    if (!service.owns(url)) return post(url, options);
    const headers = Object.fromEntries(new Headers(options.headers));
    const response = await service.receive(url, { headers, body: options.body });
    if (response.status === 0) throw new OutboundError('unreachable', 'The server closed the connection.');
    return { status: response.status, headers: new Headers(response.headers) };
  };
  return Object.assign(send, { close: post.close });
}
