import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { toFieldErrors } from '#core/contract/api/field-errors.ts';
import { ContractError } from '#core/server/http/endpoints/parse-by-contract.ts';
import { describeRequest } from '#core/server/http/request-log.ts';
import type { RenderedResponse } from '#core/server/http/response-cache/stored-response.ts';
import { type DatabaseUnavailable, findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { HttpError, unauthorized } from '#core/server/platform/http-error.ts';
import { redactValues } from '#core/server/platform/logger.ts';

export const signInRequired = () =>
  unauthorized('not_authenticated', { detail: 'Authentication credentials were not provided.' });

export const forbidden = () =>
  new HttpError({
    status: 403,
    code: 'permission_denied',
    body: { detail: 'You do not have permission to perform this action.' },
  });

/** The dashboard reacts to the code by showing the setup. */
export const secondFactorRequired = () =>
  new HttpError({
    status: 403,
    code: 'second_factor_required',
    body: { detail: 'Set up the second factor first.', code: 'second_factor_required' },
  });

/** The browser reacts to the code by refreshing its tokens. */
export const invalidApiKey = () =>
  new HttpError({
    status: 401,
    code: 'invalid_api_key',
    body: {
      detail:
        'The API key is invalid, expired or revoked. Create a new one on the page “Feeds and API keys” of your account.',
    },
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** The key lacks the scope of the endpoint, or no key is accepted there. */
export const apiKeyNotAccepted = (scope: string | undefined) =>
  new HttpError({
    status: 403,
    code: scope === undefined ? 'api_key_not_accepted' : 'scope_missing',
    body: {
      detail:
        scope === undefined
          ? 'API keys are not accepted here. The documentation lists what they can read.'
          : `The API key lacks the scope ${scope}. Create a key that has it.`,
    },
  });

export const invalidAccessToken = (reason: 'expired' | 'invalid') =>
  unauthorized(`access_token_${reason}`, {
    detail: 'Given token not valid for any token type',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message: `Token is ${reason}` }],
  });

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new HttpError({
    status: 405,
    code: 'method_not_allowed',
    body: { detail: `Method "${method}" not allowed.` },
    headers: { Allow: allowed.join(', ') },
  });

export const unsupportedMediaType = (request: FastifyRequest, cause?: unknown) =>
  createError(
    415,
    'unsupported_media_type',
    `Unsupported media type "${getMediaType(request)}" in request.`,
    cause,
  );

export const tooManyValues = () =>
  createError(400, 'broken_body', 'JSON parse error - the body has too many values.', undefined);

/** Turns every error into a response. Unexpected errors are logged and return 500 without details. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = toErrorResponse(error, request, reply);
  return reply.code(status).headers(headers).send(body);
}

/** Logs the error and returns the response. Its body is a buffer, to which the endpoint's response schema is not applied. */
export function toErrorResponse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): RenderedResponse {
  const httpError = toHttpError(error, request);
  const { status, code, cause } = httpError;
  const line = { ...describeRequest(request, reply, status), code };
  if (isFailure(httpError)) request.log.error({ ...line, err: error }, 'request failed');
  // Users are shown the ID of the request from 500 on, so that every log has it.
  else
    request.log[status >= 500 ? 'warn' : 'info']({ ...line, cause: getMessage(cause) }, 'request rejected');
  return {
    status,
    headers: {
      // CDNs keep some errors for seconds or minutes without it.
      'cache-control': 'no-store',
      ...httpError.headers,
      'content-type': 'application/json; charset=utf-8',
    },
    body: Buffer.from(
      JSON.stringify(status >= 500 ? { ...httpError.body, request_id: request.id } : httpError.body),
    ),
  };
}

/** Returns false for a rejected request, and for a 503 without a cause: the server has enough to do, or it stops. */
const isFailure = ({ status, cause }: HttpError) => status >= 500 && cause !== undefined;

function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ContractError) return toValidationError(error);
  const failure = findUnavailable(error);
  if (failure) return databaseUnavailable(failure, error);
  // The stream of the request's body carries the error of its connection.
  if (error instanceof Error && request.raw.errored === error) return clientAborted(error);
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return createError(413, 'body_too_large', 'The request is too large.', error);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request, error);
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return createError(400, 'broken_body', 'JSON parse error - the body is empty.', error);
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return createError(400, 'broken_body', 'JSON parse error - the body is not valid JSON.', error);
    case 'FST_ERR_BAD_URL':
      return createError(404, 'not_found', 'Not found.', error);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return createError(statusCode, 'bad_request', 'Bad request.', error);
  }
  return createError(500, 'internal_error', 'Something went wrong on our side. Please try again.', error);
}

/** Invalid path parameters are ids that cannot exist: 404. Any other invalid input is 400. */
function toValidationError(error: ContractError): HttpError {
  if (error.validationContext === 'params') return createError(404, 'not_found', 'Not found.', error);
  return new HttpError({ status: 400, code: 'invalid', body: toFieldErrors(error.issues, error.input) });
}

/** Codes: `database_` and the reason, such as `database_locked`. */
function databaseUnavailable({ reason }: DatabaseUnavailable, cause: unknown): HttpError {
  const code = `database_${reason}`;
  return new HttpError({
    status: 503,
    code,
    body: { detail: 'The service is temporarily unavailable. Please try again shortly.', code },
    headers: { 'Retry-After': '5' },
    cause,
  });
}

/** The client closed its connection while it sent the request, so it does not receive the response. 499 is nginx's status for this. */
const clientAborted = (cause: Error) =>
  createError(499, 'client_aborted', 'The client closed the connection.', cause);

function createError(status: number, code: string, detail: string, cause: unknown): HttpError {
  return new HttpError({ status, code, body: { detail }, cause });
}

const getMediaType = (request: FastifyRequest) => (request.headers['content-type'] ?? '').slice(0, 100);
function getMessage(cause: unknown): string | undefined {
  const error = redactValues(cause);
  return error instanceof Error ? error.message : undefined;
}
