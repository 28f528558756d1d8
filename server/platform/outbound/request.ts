import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { SECOND } from '#server/platform/clock.ts';
import { OutboundError } from './outbound-error.ts';

const CONNECTING = {
  // A connection of its own that is closed after the answer, and no proxy from the environment.
  agent: false,
  // With this, `lookup` is always asked for all addresses.
  autoSelectFamily: true,
  // Long enough for a server on the other side of the world, before the name's next address is tried.
  autoSelectFamilyAttemptTimeout: SECOND,
};

const MAX_INTERIM_ANSWERS = 10;

/**
 * Sends one GET to one of these addresses and gives the answer as soon as its headers are there. The name in the URL is
 * only told (Host, TLS), never looked up; `checkPeer` throws when the connection ended up where it must not.
 */
export function get(
  url: URL,
  call: {
    addresses: LookupAddress[];
    headers: Record<string, string>;
    maxHeaderBytes: number;
    checkPeer: (address: string) => void;
    signal: AbortSignal;
  },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      ...CONNECTING,
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || undefined,
      path: url.pathname + url.search,
      headers: call.headers,
      lookup: (_hostname, _options, done) => done(null, call.addresses),
      maxHeaderSize: call.maxHeaderBytes,
      signal: call.signal,
    });
    request.on('socket', (socket) => guardPeer(socket, call.checkPeer));
    let interimAnswers = 0;
    request.on('information', () => {
      interimAnswers++;
      if (interimAnswers > MAX_INTERIM_ANSWERS) request.destroy(endlessPreface());
    });
    request.on('response', resolve);
    request.on('error', reject);
    // A server that wants to change the protocol is closed without an error.
    request.on('close', () => reject(new Error('The connection was closed without an answer.')));
    request.end();
  });
}

/** Destroys a connection before anything is sent over it, when its other end is not who it should be. */
function guardPeer(socket: Socket, checkPeer: (address: string) => void): void {
  // Before all other listeners: encryption begins in one of them.
  socket.prependOnceListener('connect', () => {
    try {
      checkPeer(socket.remoteAddress ?? '');
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}

const endlessPreface = () =>
  new OutboundError('too_large', 'The server sends interim answers (1xx) without end.');
