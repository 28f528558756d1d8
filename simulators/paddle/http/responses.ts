import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';

/** What Paddle answers with: the data, and a mark of the request. */
export const envelope = <Data>(data: Data) => ({ data, meta: { request_id: randomUUID() } });

/** The one place where an error becomes an answer in Paddle's form. */
export function handleError(
  error: FastifyError | PaddleError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof PaddleError ? error : refusalOf(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'the stand-in for Paddle failed');
  return reply.status(refusal.status).send(errorBody(refusal));
}

export function errorBody({ status, code, group, message, fields }: PaddleError) {
  return {
    error: {
      type: status >= 500 ? 'api_error' : 'request_error',
      code,
      detail: message,
      documentation_url: `https://developer.paddle.com/errors/${group}/${code}`,
      ...(fields ? { errors: fields } : {}),
    },
    meta: { request_id: randomUUID() },
  };
}

function refusalOf(error: FastifyError): PaddleError {
  const { statusCode = 500 } = error;
  return statusCode < 500
    ? new PaddleError(statusCode, 'bad_request', error.message)
    : new PaddleError(500, 'internal_error', 'Internal error.');
}
