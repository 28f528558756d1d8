import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { createRequestId, REQUEST_ID_HEADER } from '#core/server/http/request-ids.ts';
import { SECOND } from '#core/server/platform/clock.ts';

/** The time for a client to read the response and to close the connection. */
const LINGER_MS = SECOND / 2;

const TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';
const STOPPING_CODE = 'TEZI_SERVER_STOPPING';

const RESPONSES: Readonly<Record<string, { status: number; detail: string }>> = {
  [TIMEOUT_CODE]: { status: 408, detail: 'The request took too long to arrive.' },
  [STOPPING_CODE]: { status: 503, detail: 'The server is restarting. Send the request again.' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The request is too large.' },
};
const BAD_REQUEST = { status: 400, detail: 'Bad request.' };
const EXPECTATION_FAILED = { status: 417, detail: 'The only supported expectation is 100-continue.' };

/** The error with which Node.js reports that a request has not arrived in time. */
export const createTimeoutError = () => Object.assign(new Error('Request timeout'), { code: TIMEOUT_CODE });

/** The error of a request that has not arrived completely when the server stops. */
export const createStoppingError = () => Object.assign(new Error('Server stopping'), { code: STOPPING_CODE });

/**
 * Returns the handler for connections whose data never became a request: malformed or oversized headers, and requests that
 * do not arrive in time. It responds if it still can and closes the connection.
 */
export function createClientErrorHandler(headers: Readonly<Record<string, string>>) {
  return function handleClientError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    // Browsers and load balancers open connections ahead of use. They expect an unused one to be closed, not a response.
    const isUnused = [TIMEOUT_CODE, STOPPING_CODE].includes(error.code) && socket.bytesRead === 0;
    if (!isUnused) {
      const reqId = createRequestId();
      const response = RESPONSES[error.code] ?? BAD_REQUEST;
      // The error itself holds the received bytes, which may be credentials.
      this.log.info(
        { reqId, code: error.code, status: response.status, peer: socket.remoteAddress },
        'a request was malformed or did not arrive in time',
      );
      if (socket.writable && !isResponding(socket)) {
        socket.write(formatResponse(response, headers, reqId));
      }
    }
    closeGently(socket);
  };
}

/**
 * Ends the connection and discards what the client still sends, which is no longer part of a request. Closing a connection with
 * unread data would reset it, and the client would get an error instead of the response.
 */
function closeGently(socket: Socket): void {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Returns a function that rejects the malformed requests that Node.js accepts: without a version or with that of HTTP/2 in the
 * request line, without a `Host` header or with several, of which a proxy may have read another one, and to paths of the API in a spelling
 * that hides them. Returns false for all others.
 */
export function createRequestCheck(app: FastifyInstance, headers: Readonly<Record<string, string>>) {
  const reject = (
    request: IncomingMessage,
    response: ServerResponse,
    code: string,
    { status, detail } = BAD_REQUEST,
  ) => {
    const reqId = createRequestId();
    app.log.info({ reqId, code, status, peer: request.socket.remoteAddress }, 'a request was malformed');
    const body = JSON.stringify({ detail });
    response.writeHead(status, formatHeaders(body, { ...headers, [REQUEST_ID_HEADER]: reqId }));
    response.end(body);
  };
  // Node.js would respond without the headers of all responses.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    reject(request, response, 'expectation', EXPECTATION_FAILED),
  );
  return function rejectMalformed(request: IncomingMessage, response: ServerResponse): boolean {
    const code = findFault(request);
    if (code !== null) reject(request, response, code);
    return code !== null;
  };
}

/** Characters that need no percent-encoding. Clients that encode them nevertheless hide a path from the filters of proxies and logs. */
const ENCODED_UNRESERVED = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

function findFault({ httpVersion, httpVersionMajor, rawHeaders, url = '' }: IncomingMessage): string | null {
  if (httpVersionMajor !== 1) return 'http_version';
  if (url.includes('%') && hidesApi(url)) return 'encoded_path';
  let hosts = 0;
  // Names and values alternate. `headers` has the first one only.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'several_hosts';
  return hosts === 0 && httpVersion === '1.1' ? 'no_host' : null;
}

/** Returns true if the path of a request to the API has characters that are encoded without need. */
function hidesApi(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  const decoded = path.replace(/%[2-7][\da-f]/gi, decodeURIComponent);
  return ENCODED_UNRESERVED.test(path) && /^(https?:\/\/[^/]*)?\/+api\//i.test(decoded);
}

/** Returns true if part of a response was sent, which another one would corrupt. Node.js has no public field for it. */
function isResponding(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function formatResponse(
  { status, detail }: { status: number; detail: string },
  headers: Readonly<Record<string, string>>,
  requestId: string,
): string {
  const body = JSON.stringify(status >= 500 ? { detail, request_id: requestId } : { detail });
  const described = formatHeaders(body, { ...headers, [REQUEST_ID_HEADER]: requestId });
  const lines = Object.entries(described).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

const formatHeaders = (body: string, headers: Readonly<Record<string, string>>) => ({
  ...headers,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  Connection: 'close',
});
