import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOverNetwork } from './connections/connection-limits.ts';

const UNMATCHED = 'unmatched';

/** Returns the pattern of the path, without values. */
export const getRoute = ({ page, routeOptions }: FastifyRequest): string =>
  page?.canonical.route ?? routeOptions.url ?? UNMATCHED;

/**
 * Describes a request in the line about its rejection, failure or duration. The logger adds its ID and IP address. The URL is
 * left out: paths and queries can contain personal data and secrets.
 */
export const describeRequest = (request: FastifyRequest, reply: FastifyReply, status: number) => ({
  method: request.method,
  route: getRoute(request),
  status,
  durationMs: Math.round(reply.elapsedTime),
});

/** The duration of a stream says nothing about the server. */
export const isStream = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.isStream === true;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response ends when the client or the server disconnects. */
    isStream?: boolean;
  }
}

/** Logs requests over the network that took longer, except streams, and failed ones, whose line has their duration. */
export function logSlowRequests(app: FastifyInstance, slowRequestMs: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply.raw;
    const isSlow = reply.elapsedTime > slowRequestMs && statusCode < 500;
    if (isSlow && isOverNetwork(request) && !isStream(request)) {
      request.log.info(describeRequest(request, reply, statusCode), 'request slow');
    }
    done();
  });
}
