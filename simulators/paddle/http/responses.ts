import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';

/** Wraps data in Paddle's response format, with a request ID. */
export const wrapInEnvelope = <Data>(data: Data) => ({ data, meta: { request_id: randomUUID() } });

/** Converts every error to Paddle's error format. */
export function handleError(
  error: FastifyError | PaddleError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const paddleError = error instanceof PaddleError ? error : toPaddleError(error);
  if (paddleError.status >= 500) request.log.error({ err: error }, 'Paddle simulator failed');
  return reply.status(paddleError.status).send(makeErrorBody(paddleError));
}

export function makeErrorBody({ status, code, group, message, fields }: PaddleError) {
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

function toPaddleError(error: FastifyError): PaddleError {
  const { statusCode = 500 } = error;
  return statusCode < 500
    ? new PaddleError(statusCode, 'bad_request', error.message)
    : new PaddleError(500, 'internal_error', 'Internal error.');
}
