import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** An error response in Paddle's format. `code` is a code that Paddle documents. */
export class PaddleError extends Error {
  readonly status: number;
  readonly code: string;
  readonly group: string;
  readonly fields: { field: string; message: string }[] | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    { group = 'shared', fields = null }: { group?: string; fields?: PaddleError['fields'] } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.group = group;
    this.fields = fields;
  }
}

export const notFound = (what = 'Resource') => new PaddleError(404, 'not_found', `${what} not found.`);

/** Rejects a request with invalid fields. */
export const invalidFields = (fields: { field: string; message: string }[]) =>
  new PaddleError(400, 'bad_request', 'Invalid request.', { fields });

/** Rejects a change that is not allowed in the subscription's state. */
export const subscriptionError = (code: string, detail: string, status = 400) =>
  new PaddleError(status, code, detail, { group: 'subscriptions' });

export const transactionError = (code: string, detail: string, status = 400) =>
  new PaddleError(status, code, detail, { group: 'transactions' });

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
