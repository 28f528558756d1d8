import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

const ACCEPTED = /^[A-Za-z0-9_-]{1,64}$/;
/** 96 random bits: unique on all servers, and a visitor cannot count the requests between two of them. */
const ID_BYTES = 12;
const ID_LENGTH = 16;
const IDS = 341;
/** Fetching and encoding random bytes for each ID would take a tenth of the time of a stored response. */
const pool = Buffer.alloc(ID_BYTES * IDS);
let ids = '';
let used = 0;

/** Returns a new ID of 16 characters. */
export function createRequestId(): string {
  if (used === ids.length) {
    ids = randomFillSync(pool).toString('base64url');
    used = 0;
  }
  used += ID_LENGTH;
  return ids.slice(used - ID_LENGTH, used);
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
