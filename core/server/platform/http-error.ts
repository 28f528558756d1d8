import type { ErrorBody } from '#core/contract/errors.ts';

/**
 * An expected error with the response for the caller. Use cases throw it, and `http/errors/errors.ts` turns it into a
 * response. `code` is stable and is logged.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(options: {
    status: number;
    code: string;
    body: ErrorBody;
    headers?: Record<string, string>;
    cause?: unknown;
  }) {
    super(options.code, { cause: options.cause });
    this.name = 'HttpError';
    this.status = options.status;
    this.code = options.code;
    this.body = options.body;
    this.headers = options.headers ?? {};
  }
}

export const notFound = (detail = 'Not found.') =>
  new HttpError({ status: 404, code: 'not_found', body: { detail } });

export const badRequest = (code: string, body: ErrorBody, cause?: unknown) =>
  new HttpError({ status: 400, code, body, cause });

/** The state of what the request is about does not allow it. */
export const conflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail } });

/** The caller is not authenticated. */
export const unauthorized = (code: string, body: ErrorBody) =>
  new HttpError({ status: 401, code, body, headers: { 'WWW-Authenticate': 'Bearer realm="api"' } });

/** A page that a list does not have; the caller may go to another one. */
export const invalidPage = (lastPage = 1) =>
  new HttpError({
    status: 404,
    code: 'invalid_page',
    body: { detail: 'Invalid page.', last_page: lastPage },
  });

/** Too many requests: the text and `Retry-After` contain the time to wait. */
export const throttled = (seconds: number) =>
  new HttpError({
    status: 429,
    code: 'throttled',
    body: {
      detail: `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    },
    headers: { 'Retry-After': String(seconds) },
  });
