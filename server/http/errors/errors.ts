import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/errors.ts';
import { fieldErrors } from '#contract/field-errors.ts';
import { ContractFault } from '#server/http/parse-by-contract.ts';
import { type DatabaseUnavailable, findUnavailable } from '#server/platform/database/unavailable.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { redactValues } from '#server/platform/redact-values.ts';

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="api"' };

export const signInRequired = () =>
  new HttpError({
    status: 401,
    code: 'not_authenticated',
    body: { detail: 'Authentication credentials were not provided.' },
    headers: CHALLENGE,
  });

export const forbidden = () =>
  new HttpError({
    status: 403,
    code: 'permission_denied',
    body: { detail: 'You do not have permission to perform this action.' },
  });

/** The dashboard reacts to the code by showing the set-up. */
export const secondFactorMissing = () =>
  new HttpError({
    status: 403,
    code: 'second_factor_required',
    body: { detail: 'Set up the second factor first.', code: 'second_factor_required' },
  });

/** The browser reacts to the code by refreshing its tokens. */
export const badAccessToken = (fault: 'expired' | 'invalid') =>
  new HttpError({
    status: 401,
    code: `access_token_${fault}`,
    body: {
      detail: 'Given token not valid for any token type',
      code: 'token_not_valid',
      messages: [{ token_class: 'AccessToken', token_type: 'access', message: `Token is ${fault}` }],
    },
    headers: CHALLENGE,
  });

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new HttpError({
    status: 405,
    code: 'method_not_allowed',
    body: { detail: `Method "${method}" not allowed.` },
    headers: { Allow: allowed.join(', ') },
  });

export const unsupportedMediaType = (request: FastifyRequest, cause?: unknown) =>
  refusal(415, 'unsupported_media_type', `Unsupported media type "${mediaType(request)}" in request.`, cause);

/** The one place where what went wrong becomes an answer. The unexpected is logged and answers 500 without detail. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error, request);
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'a call failed');
  else request.log.info({ code: refusal.code, cause: messageOf(refusal.cause) }, 'a call was refused');
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(json(refusal.body));
}

/** Refusals are no success answers: they pass by the endpoint's response schema. */
const json = (body: ErrorBody) => Buffer.from(JSON.stringify(body));

function toRefusal(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ContractFault) return invalid(error);
  const failure = findUnavailable(error);
  if (failure) return databaseUnavailable(failure, error);
  // The stream of the request's body carries the error of its connection.
  if (error instanceof Error && request.raw.errored === error) return clientAborted(error);
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusal(413, 'body_too_large', 'The request is too large.', error);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request, error);
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refusal(400, 'broken_body', 'JSON parse error - the body is empty.', error);
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return refusal(400, 'broken_body', 'JSON parse error - the body is not valid JSON.', error);
    case 'FST_ERR_BAD_URL':
      return refusal(404, 'not_found', 'Not found.', error);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return refusal(statusCode, 'bad_request', 'Bad request.', error);
  }
  return refusal(500, 'internal_error', 'Something went wrong on our side. Please try again.', error);
}

/** Parameters that fail are ids that cannot exist: 404. Everything else that fails its contract is 400. */
function invalid(fault: ContractFault): HttpError {
  if (fault.validationContext === 'params') return refusal(404, 'not_found', 'Not found.', fault);
  return new HttpError({ status: 400, code: 'invalid', body: fieldErrors(fault.issues, fault.input) });
}

/** Codes: `database_` and the reason, such as `database_locked`. */
function databaseUnavailable({ reason }: DatabaseUnavailable, cause: unknown): HttpError {
  const code = `database_${reason}`;
  return new HttpError({
    status: 503,
    code,
    body: { detail: 'The service is not available at this moment. Please try again shortly.', code },
    headers: { 'Retry-After': '5' },
    cause,
  });
}

/** The client closed its connection while it sent the request. No client receives the response; 499 is nginx's status for it. */
const clientAborted = (cause: Error) =>
  refusal(499, 'client_aborted', 'The client closed the connection.', cause);

function refusal(status: number, code: string, detail: string, cause: unknown): HttpError {
  return new HttpError({ status, code, body: { detail }, cause });
}

const mediaType = (request: FastifyRequest) => (request.headers['content-type'] ?? '').slice(0, 100);
function messageOf(cause: unknown): string | undefined {
  const error = redactValues(cause);
  return error instanceof Error ? error.message : undefined;
}
