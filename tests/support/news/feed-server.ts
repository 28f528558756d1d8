import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { type Duplex, pipeline, Readable } from 'node:stream';

const RSS = { 'Content-Type': 'application/rss+xml; charset=utf-8' };

export interface FeedServer {
  port: number;
  /** The received requests, oldest first. */
  requests: { path: string; headers: IncomingHttpHeaders }[];
  url(path: string): string;
  /** Sets the response of a path. Other paths return 404. */
  respond(path: string, listener: RequestListener): void;
  close(): Promise<void>;
}

/** Starts a publisher's server on the loopback interface. */
export async function startFeedServer(): Promise<FeedServer> {
  const listeners = new Map<string, RequestListener>();
  const requests: FeedServer['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const listener = listeners.get(path) ?? status(404);
    listener(request, response);
  });
  const port = await listen(server);
  return {
    port,
    requests,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    respond: (path, listener) => void listeners.set(path, listener),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a listener that must not be reached. It counts connections and received bytes. */
export async function startCanary(): Promise<{
  port: number;
  connections: number;
  bytes: number;
  close(): Promise<void>;
}> {
  const server = createTcpServer((socket) => {
    canary.connections++;
    socket.on('data', (chunk) => {
      canary.bytes += chunk.length;
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.destroy());
  });
  const canary = {
    port: await listen(server),
    connections: 0,
    bytes: 0,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
  return canary;
}

async function listen(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Writes an RSS feed with `count` items. */
export function rss(count: number, title = 'Test feed'): string {
  const items = Array.from(
    { length: count },
    (_, i) =>
      `<item><title>KSE-100 gains ${i} points</title><link>https://publisher.example/news/${i}</link>` +
      `<guid isPermaLink="false">item-${i}</guid><pubDate>Fri, 20 Nov 2026 05:00:00 GMT</pubDate></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items.join('')}</channel></rss>`;
}

export const feed =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...RSS, ...headers }).end(body);
  };

/** Responds with only a status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(code, headers).end();
  };

export const redirect = (location: string, code = 302) => status(code, { Location: location });

/** Responds with 304 to a client that has this body. */
export const cached =
  (body: string): RequestListener =>
  (request, response) => {
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(200, { ...RSS, ETag: etag }).end(body);
  };

/** Sends a byte every few milliseconds, in the headers or in the body. */
export const slow =
  (part: 'headers' | 'body'): RequestListener =>
  (_request, response) => {
    if (part === 'body') response.writeHead(200, RSS);
    else response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    const timer = setInterval(() => (part === 'body' ? response : response.socket)?.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  };

/** Accepts the request and never responds. */
export const silent: RequestListener = () => {};

/** Sends an endless body, optionally through `coding` (such as `createGzip()`) as a decompression bomb. */
export const endless =
  (headers: Record<string, string> = {}, coding?: () => Duplex): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...RSS, ...headers });
    const zeros = Buffer.alloc(64 * 1024);
    const source = Readable.from(forever(zeros));
    const ignore = () => {};
    if (coding) pipeline(source, coding(), response, ignore);
    else pipeline(source, response, ignore);
  };

function* forever<T>(value: T): Generator<T> {
  for (;;) yield value;
}

/** Sends half of the announced length. */
export const truncated =
  (body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...RSS, 'Content-Length': String(body.length * 2) });
    response.write(body, () => response.socket?.destroy());
  };

/** Sends exactly these bytes instead of an HTTP response, then repeats `again`. */
export const raw =
  (head: string, again?: string): RequestListener =>
  (_request, { socket }: ServerResponse) => {
    if (!socket) return;
    socket.write(head, 'latin1');
    if (again !== undefined) pipeline(Readable.from(forever(Buffer.from(again, 'latin1'))), socket, () => {});
  };
