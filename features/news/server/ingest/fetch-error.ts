import { STATUS_CODES } from 'node:http';
import type { OutboundErrorCode } from '#core/server/platform/outbound/outbound-error.ts';
import type { FeedErrorCode } from '#features/news/server/feed/feed.ts';

/** A source could not be fetched. The message is for the operator. */
export class FetchError extends Error {
  /** The delay that the publisher asks for. */
  readonly retryAfterMs: number | null;
  /** Is `true` if this server caused the error, not the publisher. */
  readonly isInternal: boolean;
  /** Is `true` if the publisher has removed the feed: the source must not be polled again. */
  readonly isGone: boolean;

  constructor(
    message: string,
    {
      retryAfterMs = null,
      isInternal = false,
      isGone = false,
      cause,
    }: { retryAfterMs?: number | null; isInternal?: boolean; isGone?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'FetchError';
    this.retryAfterMs = retryAfterMs;
    this.isInternal = isInternal;
    this.isGone = isGone;
  }
}

/** Creates the error for a response without a feed. */
export function createStatusError(status: number, retryAfterMs: number | null): FetchError {
  const name = STATUS_CODES[status];
  const message = `The server responded with ${name ? `${status} ${name}` : status}.`;
  return new FetchError(`${message} ${getStatusAdvice(status)}`, { retryAfterMs, isGone: status === 410 });
}

function getStatusAdvice(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return 'The publisher blocks automated requests. Contact the publisher or use another of its feed URLs.';
    case 404:
      return 'Check the URL: the publisher may have moved the feed.';
    case 410:
      return 'The publisher has removed this feed permanently, so the source was disabled. Enter its new URL and enable it again.';
    case 429:
      return 'The publisher asked for fewer requests. The source is retried automatically; no action is needed.';
  }
  if (status >= 500)
    return "The publisher's server has a problem. The source is retried automatically; no action is needed.";
  return 'This is not a feed. Open the URL in a browser to check it.';
}

/** Advice for requests without a response, by error code. The error's message says what happened. */
const CONNECTION_ADVICE: Record<OutboundErrorCode, string> = {
  url_rejected: "Enter the publisher's public URL.",
  scheme_rejected: 'Enter a feed URL that starts with https:// or http://.',
  too_large: 'Check that the URL is a feed, or ask the publisher for a shorter one.',
  too_slow: 'The source is retried automatically. Contact the publisher if the problem persists.',
  too_many_redirects: 'Enter the final URL of the feed.',
  unresolved: 'The source is retried automatically. Check the URL if the problem persists.',
  unreachable: 'The source is retried automatically. Check the URL if the problem persists.',
};

/** Converts the error of a request without a response. */
export function toConnectionError(error: unknown): FetchError {
  const code = getCode(error);
  if (!(error instanceof Error) || !isOutboundErrorCode(code)) return createInternalError(error);
  return new FetchError(`${error.message} ${CONNECTION_ADVICE[code]}`, { cause: error });
}

const isOutboundErrorCode = (code: string): code is OutboundErrorCode =>
  Object.hasOwn(CONNECTION_ADVICE, code);

const PARSE_ERROR_CODES: readonly string[] = ['not_a_feed', 'too_slow', 'broken'] satisfies FeedErrorCode[];

/** Converts the error of parsing a response. Messages of the parser are already written for the operator. */
export function toParseError(error: unknown): FetchError {
  if (!(error instanceof Error) || !PARSE_ERROR_CODES.includes(getCode(error)))
    return createInternalError(error);
  return new FetchError(error.message, { cause: error });
}

/** Creates the error for an unexpected failure on this server. The operator sees the cause only in the log. */
export const createInternalError = (cause: unknown) =>
  new FetchError('An internal error occurred. See the server log. The source is retried automatically.', {
    isInternal: true,
    cause,
  });

const getCode = (error: unknown) => String((error as { code?: unknown } | null)?.code);
