import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';

interface ReceivedEvent {
  event: string;
  id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of the data
  data: any;
}

export interface StreamClient {
  status: number;
  headers: IncomingMessage['headers'];
  /** The received events, `ready` first. */
  events: ReceivedEvent[];
  /** The ID to resume from. */
  lastEventId: string | undefined;
  /** Everything that was received. */
  text(): string;
  /** Waits until an event of this kind has been received, and returns the last one. */
  waitFor(kind: string, count?: number): Promise<ReceivedEvent>;
  isClosed(): boolean;
  waitUntilClosed(): Promise<void>;
  /** Resolves once the connection is closed, however long that takes. */
  closed: Promise<void>;
  /** Stops reading, like a client on a stalled network. */
  pause(): void;
  resume(): void;
  disconnect(): void;
}

interface StreamInput {
  query?: string;
  token?: string;
  /** The whole header, instead of a token. */
  authorization?: string;
  lastEventId?: string | undefined;
}

/** Listens on a free port and returns it. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** Opens a stream on a listening server and collects its events. */
export async function openStreamClient(port: number, input: StreamInput = {}): Promise<StreamClient> {
  const { query = '', token, authorization = token && `Bearer ${token}`, lastEventId } = input;
  const request: ClientRequest = get({
    port,
    host: '127.0.0.1',
    path: `/api${SIGNAL_STREAM_PATH}${query}`,
    agent: false,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => {});
  response.on('error', () => {});
  let text = '';
  let rest = '';
  let isClosed = false;
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  const client: StreamClient = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events: [],
    lastEventId,
    text: () => text,
    async waitFor(kind, count = 1) {
      const find = () => client.events.filter(({ event }) => event === kind);
      await vi.waitUntil(() => find().length >= count, { interval: 5 });
      return find().at(-1) as ReceivedEvent;
    },
    isClosed: () => isClosed,
    waitUntilClosed: async () => void (await vi.waitUntil(() => isClosed, { interval: 5 })),
    closed,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    disconnect: () => void request.destroy(),
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) receive(client, frame);
  });
  response.on('close', () => (isClosed = true));
  return client;
}

function receive(client: StreamClient, frame: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? null;
  const data = field('data');
  if (data === null) return;
  const id = field('id');
  if (id !== null) client.lastEventId = id;
  client.events.push({ event: field('event') ?? 'message', id, data: JSON.parse(data) });
}
