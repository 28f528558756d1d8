import type { LookupAddress } from 'node:dns';
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { SECOND } from '#core/server/platform/clock.ts';
import { OutboundError } from './outbound-error.ts';

const CONNECTION_OPTIONS = {
  // Makes Node.js ask `lookup` for all addresses.
  autoSelectFamily: true,
  // Long enough for a distant server, before the next address is tried.
  autoSelectFamilyAttemptTimeout: SECOND,
};

const MAX_INTERIM_RESPONSES = 10;

/**
 * Sends a request, by default GET, to one of these addresses and resolves with the response once its headers have arrived. The host
 * name is only sent (Host, TLS), never looked up. `checkPeer` throws if the connection's peer is not allowed.
 */
export function sendRequest(
  url: URL,
  options: {
    addresses: LookupAddress[];
    headers: Record<string, string>;
    maxHeaderBytes: number;
    checkPeer: (address: string) => void;
    signal: AbortSignal;
    method?: 'GET' | 'POST';
    body?: Buffer;
    /** Reuses connections. */
    agent?: Agent;
  },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      ...CONNECTION_OPTIONS,
      // By default a new connection that is closed after the response, without a proxy from the environment.
      agent: options.agent ?? false,
      method: options.method ?? 'GET',
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || undefined,
      path: url.pathname + url.search,
      headers: options.headers,
      lookup: (_hostname, _options, done) => done(null, options.addresses),
      maxHeaderSize: options.maxHeaderBytes,
      signal: options.signal,
    });
    request.on('socket', (socket) => guardPeer(socket, options.checkPeer));
    let interimResponses = 0;
    request.on('information', () => {
      interimResponses++;
      if (interimResponses > MAX_INTERIM_RESPONSES) request.destroy(tooManyInterimResponses());
    });
    request.on('response', resolve);
    request.on('error', reject);
    // A connection that the server upgrades is closed without an error.
    request.on('close', () => reject(new Error('The connection was closed without a response.')));
    request.end(options.body);
  });
}

/** Destroys a connection before anything is sent if its peer is not allowed. */
function guardPeer(socket: Socket, checkPeer: (address: string) => void): void {
  const check = () => {
    try {
      checkPeer(socket.remoteAddress ?? '');
    } catch (error) {
      socket.destroy(error as Error);
    }
  };
  // Before all other listeners, because one of them starts TLS.
  if (socket.connecting) socket.prependOnceListener('connect', check);
  else check();
}

const tooManyInterimResponses = () =>
  new OutboundError('too_large', 'The server sends too many interim responses (1xx).');
