import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

const ACCEPTED = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: unique on all servers, and a visitor cannot count the requests between two of them. */
const ID_BYTES = 12;
/** Random bytes for 341 IDs. Fetching them one by one would take several times longer. */
const pool = Buffer.alloc(ID_BYTES * 341);
let used = pool.length;

/** Returns a new ID of 16 characters. */
export function createRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += ID_BYTES;
  return pool.toString('base64url', start, used);
}

/**
 * Returns a function that returns the ID of a request: the one that a trusted proxy sent, that of the page whose rendering made
 * the request in memory, or else a new one.
 */
export function createRequestIdReader(
  isFromTrustedProxy: (request: IncomingMessage) => boolean,
): (request: IncomingMessage) => string {
  return (request) => {
    const sent = request.headers[REQUEST_ID_HEADER];
    if (typeof sent !== 'string' || !ACCEPTED.test(sent)) return createRequestId();
    const isInMemory = !(request.socket instanceof Socket);
    return isInMemory || isFromTrustedProxy(request) ? sent : createRequestId();
  };
}

/** Sets the header on every response of the framework. Register it before hooks that may reject a request. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}
