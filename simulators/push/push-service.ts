import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createVapidCheck } from './vapid.ts';

export interface PushServiceOptions {
  /** Accepts messages to devices that have not subscribed, for senders in another process. */
  acceptsAnyDevice?: boolean;
  /** So many of the newest requests are stored, and at most twice as many. */
  maxRequests?: number;
  now?: () => number;
}

/** A request of a sender. Times are in milliseconds since 1970, with fractions. */
export interface PushRequest {
  endpoint: string;
  /** The last part of the endpoint. */
  token: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
  receivedAt: number;
  /** `null` until the response has been sent, and after the connection was closed instead. */
  respondedAt: number | null;
  /** 0: the connection was closed. */
  status: number | null;
  /** Why the service rejects the request. */
  problem: string | null;
}

/** A failure of the service, or another response than usual. */
export interface Fault {
  status?: number;
  headers?: Record<string, string>;
  /** The response waits for so many milliseconds, or for a promise. */
  delay?: number | Promise<unknown>;
  /** The message is stored, but the connection closes before the response. */
  closes?: boolean;
}

export interface PushMessage {
  id: string;
  body: Buffer;
  topic: string | null;
  sentAt: number;
  ttlSeconds: number;
}

export type Deliver = (message: PushMessage) => void;

interface Subscription {
  token: string;
  /** The key of the only site that may send to the device; `null`: any. */
  senderKey: string | null;
  /** `null` while the device is not connected. */
  deliver: Deliver | null;
  /** Messages that were accepted while the device was not connected, oldest first. */
  waiting: PushMessage[];
}

interface PushResponse {
  /** 0: the connection closes. */
  status: number;
  headers: Record<string, string>;
}

export interface PushService {
  /** Serves `POST /send/:token`, to be registered under a path. */
  plugin: FastifyPluginAsync;
  /** Receives a request as over HTTP. The names of headers are in lower case. */
  receive(
    endpoint: string,
    request: { headers: Record<string, string | undefined>; body: Buffer },
  ): Promise<PushResponse>;
  /** Oldest first. */
  requests: PushRequest[];
  /** Decides about each valid request before it is stored. */
  fault: (request: PushRequest) => Fault | null;
  /** Adds a device, which is connected unless `deliver` is `null`. */
  subscribe(given?: Partial<Omit<Subscription, 'waiting'>>): Subscription;
  /** Later messages to the device have the status 410. */
  unsubscribe(token: string): void;
  find(token: string): Subscription | undefined;
  /** True if the endpoint is one of a device that this service named, also before a restart. */
  owns(endpoint: string): boolean;
  /** Connects a device and delivers what has waited for it; `null` disconnects it. */
  connect(token: string, deliver: Deliver | null): void;
}

/** Every service must accept so much (RFC 8030), and the largest accept no more. */
const MAX_BODY_BYTES = 4_096;
const MAX_TTL_SECONDS = 28 * 24 * 3600;
const MAX_REQUESTS = 100_000;
/** So many messages wait for a device. The next one removes the oldest. */
const MAX_WAITING = 100;
/** Tokens of devices that unsubscribed. */
const MAX_GONE = 10_000;
/** Longer bodies are not read. */
const MAX_READ_BYTES = 1024 * 1024;

/**
 * Simulates a push service (RFC 8030 and 8292): it checks and records what senders request, replaces undelivered messages by their topics, and
 * fails as requested. It cannot read the messages.
 */
export function createPushService(options: PushServiceOptions = {}): PushService {
  const { acceptsAnyDevice = false, maxRequests = MAX_REQUESTS } = options;
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const checkVapid = createVapidCheck({ now });
  const subscriptions = new Map<string, Subscription>();
  const gone = new Set<string>();

  const service: PushService = {
    plugin: createPlugin((endpoint, request) => service.receive(endpoint, request)),
    requests: [],
    fault: () => null,
    find: (token) => subscriptions.get(token),
    owns: (endpoint) => getToken(endpoint).startsWith(TOKEN_PREFIX),
    subscribe({ token = makeToken(), senderKey = null, deliver = () => {} } = {}) {
      const subscription: Subscription = { token, senderKey, deliver, waiting: [] };
      subscriptions.set(token, subscription);
      return subscription;
    },
    unsubscribe(token) {
      if (!subscriptions.delete(token)) return;
      const [oldest] = gone;
      if (gone.size >= MAX_GONE && oldest !== undefined) gone.delete(oldest);
      gone.add(token);
    },
    connect(token, deliver) {
      const subscription = subscriptions.get(token);
      if (!subscription) return;
      subscription.deliver = deliver;
      if (!deliver) return;
      for (const message of subscription.waiting.splice(0)) if (isCurrent(message, now())) deliver(message);
    },
    async receive(endpoint, { headers, body }) {
      const token = getToken(endpoint);
      if (acceptsAnyDevice && !subscriptions.has(token)) service.subscribe({ token });
      const request: PushRequest = {
        endpoint,
        token,
        headers,
        body,
        receivedAt: now(),
        respondedAt: null,
        status: null,
        problem: null,
      };
      service.requests.push(request);
      if (service.requests.length > 2 * maxRequests) service.requests.splice(0, maxRequests);
      const response = await respond(request);
      request.status = response.status;
      if (response.status !== 0) request.respondedAt = now();
      return response;
    },
  };

  async function respond(request: PushRequest): Promise<PushResponse> {
    const { token, headers, body } = request;
    const subscription = subscriptions.get(token);
    const rejection = check(request, subscription);
    if (rejection !== null || !subscription) {
      request.problem = rejection?.problem ?? null;
      return { status: rejection?.status ?? 404, headers: {} };
    }
    const { status = 201, headers: more = {}, delay = 0, closes = false } = service.fault(request) ?? {};
    const isAccepted = closes || (status >= 200 && status < 300);
    const ttlSeconds = Math.min(Number(headers.ttl), MAX_TTL_SECONDS);
    const id = randomBytes(12).toString('base64url');
    if (isAccepted)
      store(subscription, { id, body, topic: headers.topic ?? null, sentAt: request.receivedAt, ttlSeconds });
    if (typeof delay !== 'number') await delay;
    else if (delay > 0) await wait(delay);
    if (closes) return { status: 0, headers: {} };
    const location = `${new URL(request.endpoint).origin}/message/${id}`;
    return { status, headers: isAccepted ? { location, ttl: String(ttlSeconds), ...more } : more };
  }

  function check(
    { endpoint, headers, body, token }: PushRequest,
    subscription: Subscription | undefined,
  ): { status: number; problem: string } | null {
    if (!subscription)
      return gone.has(token)
        ? { status: 410, problem: 'the device has unsubscribed' }
        : { status: 404, problem: 'the device does not exist' };
    const problem = findProblem(headers);
    if (problem !== null) return { status: 400, problem };
    const { origin } = new URL(endpoint);
    const vapidProblem = checkVapid(headers.authorization, { origin, senderKey: subscription.senderKey });
    if (vapidProblem !== null)
      return { status: headers.authorization === undefined ? 401 : 403, problem: vapidProblem };
    return body.length > MAX_BODY_BYTES ? { status: 413, problem: 'the message is too long' } : null;
  }

  function store({ deliver, waiting }: Subscription, message: PushMessage): void {
    if (deliver) {
      deliver(message);
      return;
    }
    const replaced = message.topic === null ? -1 : waiting.findIndex(({ topic }) => topic === message.topic);
    if (replaced !== -1) waiting.splice(replaced, 1);
    if (message.ttlSeconds > 0) waiting.push(message);
    if (waiting.length > MAX_WAITING) waiting.shift();
  }

  return service;
}

const TOKEN_PREFIX = 'simulated:';
const makeToken = () => `${TOKEN_PREFIX}${randomBytes(24).toString('base64url')}`;
const getToken = (endpoint: string) => endpoint.slice(endpoint.lastIndexOf('/') + 1);

const isCurrent = ({ sentAt, ttlSeconds }: PushMessage, at: number) => at < sentAt + ttlSeconds * 1000;

/** Returns what is wrong with the headers of a message, apart from the credentials. */
function findProblem(headers: PushRequest['headers']): string | null {
  if (!/^\d+$/.test(headers.ttl ?? '')) return 'TTL is missing or no number of seconds';
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(headers.topic))
    return 'Topic has other characters than those of base64url, or more than 32';
  if (headers.urgency !== undefined && !/^(?:very-low|low|normal|high)$/.test(headers.urgency))
    return 'Urgency is none of very-low, low, normal and high';
  if (headers['content-encoding'] !== 'aes128gcm') return 'Content-Encoding is not aes128gcm';
  return null;
}

function createPlugin(receive: PushService['receive']): FastifyPluginAsync {
  return async (scope) => {
    const app = scope as FastifyInstance;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_READ_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer | undefined }>(
      '/send/:token',
      { schema: { hide: true }, bodyLimit: MAX_READ_BYTES },
      async ({ protocol, host, url, headers, body }, reply) => {
        const response = await receive(`${protocol}://${host}${url}`, {
          headers: headers as PushRequest['headers'],
          body: body ?? Buffer.alloc(0),
        });
        if (response.status === 0) {
          reply.hijack();
          reply.raw.destroy();
          return reply;
        }
        return reply.code(response.status).headers(response.headers).send();
      },
    );
  };
}
