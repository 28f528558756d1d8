import { randomBytes } from 'node:crypto';
import type { GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import { OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { createPushService as createSimulator } from '#simulators/push/push-service.ts';
import { createDevice } from '#tests/support/push-device.ts';

/** A browser with a push subscription, which decrypts what it receives. */
export function createBrowser(endpoint = `https://push.example/${randomBytes(12).toString('hex')}`) {
  const { keys, decrypt } = createDevice();
  return { endpoint, keys: { endpoint, ...keys }, decrypt };
}

interface Received {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The simulator of a push service, called in memory, which records the valid requests. */
export function createPushService() {
  const simulator = createSimulator({ acceptsAnyDevice: true });
  const received: Received[] = [];
  const service = {
    received,
    /** The status of valid messages. */
    status: 201,
    headers: {} as Record<string, string>,
    /** Longer messages have the status 413. */
    maxLength: 4_096,
    /** The statuses of endpoints that differ from that. */
    statuses: new Map<string, number>(),
    /** Requests to endpoints wait for these. */
    waits: new Map<string, Promise<void>>(),
    post: Object.assign(
      async (url: string, { headers, body }: Omit<Received, 'url'>) => {
        const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
        simulator.fault = () => {
          received.push({ url, headers, body });
          const status =
            body.length > service.maxLength ? 413 : (service.statuses.get(url) ?? service.status);
          return { status, headers: service.headers, delay: service.waits.get(url) ?? 0 };
        };
        const response = await simulator.receive(url, { headers: Object.fromEntries(lowerCase), body });
        if (response.status === 0)
          throw new OutboundError('unreachable', 'The server closed the connection.');
        return { status: response.status, headers: new Headers(response.headers) };
      },
      { close: () => {} },
    ) satisfies GuardedPost,
  };
  return service;
}
