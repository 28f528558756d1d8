import fastify from 'fastify';
import type { GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import { OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { createWebhookReceiver } from '#simulators/webhooks/webhook-receiver.ts';

/** A receiver of webhooks at https://receiver.test/hook, called in memory. */
export function createSimulatedReceiver() {
  const { plugin, control } = createWebhookReceiver();
  const app = fastify({ forceCloseConnections: true });
  void app.register(plugin);
  const failures = { isUnreachable: false };
  const sent: { url: string; headers: Record<string, string>; body: string }[] = [];
  const post: GuardedPost = Object.assign(
    async (url: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) => {
      sent.push({ url, headers, body: body.toString() });
      if (failures.isUnreachable) throw new OutboundError('unreachable', 'The server cannot be reached.');
      const reply = await app.inject({ method: 'POST', url: '/hook', headers, payload: body });
      return { status: reply.statusCode, headers: new Headers(reply.headers as Record<string, string>) };
    },
    { close: () => {} },
  );
  return { control, app, post, failures, sent };
}
