import type { ErrorBody } from '#contract/errors.ts';

/**
 * An expected "no": a call that the product refuses, with what the caller is told. Thrown by use cases, turned into an
 * answer in one place (`http/errors.ts`). `code` is stable and goes to the log.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(refusal: {
    status: number;
    code: string;
    body: ErrorBody;
    headers?: Record<string, string>;
    cause?: unknown;
  }) {
    super(refusal.code, { cause: refusal.cause });
    this.name = 'Refusal';
    this.status = refusal.status;
    this.code = refusal.code;
    this.body = refusal.body;
    this.headers = refusal.headers ?? {};
  }
}

export const notFound = () =>
  new HttpError({ status: 404, code: 'not_found', body: { detail: 'Not found.' } });

export const invalidPage = () =>
  new HttpError({ status: 404, code: 'invalid_page', body: { detail: 'Invalid page.' } });

/** Too many tries: how long to wait stands in the text and in `Retry-After`. */
export const throttled = (seconds: number) =>
  new HttpError({
    status: 429,
    code: 'throttled',
    body: {
      detail: `Request was throttled. Expected available in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    },
    headers: { 'Retry-After': String(seconds) },
  });
