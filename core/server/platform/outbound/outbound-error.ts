export type OutboundErrorCode =
  | 'url_rejected'
  | 'scheme_rejected'
  | 'too_large'
  | 'too_slow'
  | 'too_many_redirects'
  | 'unresolved'
  | 'unreachable';

/** An outbound request was rejected or failed; the message is for the operator. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

/** The errors of `dns.lookup` and of a `Resolver` for a host name. */
const DNS_ERRORS = /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EBADRESP|ETIMEOUT)$/;

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The server does not accept connections'],
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    'The server closed the connection before the end of the response',
  ],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'The server cannot be reached'],
  [/CERT|SIGNED|ISSUER|ALTNAME/, "The server's certificate is not valid"],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'The TLS connection failed'],
  [/^HPE_/, 'The response is not valid HTTP'],
  [/^(Z_|ERR__)/, 'The compressed response is corrupt'],
];

/** Converts an error of Node.js. The original message is only the cause, because it may contain data from the server. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new OutboundError('too_large', 'The response headers are too large.', { cause: error });
  }
  if (DNS_ERRORS.test(code))
    return new OutboundError('unresolved', `The host name cannot be resolved (${code}).`, { cause: error });
  const cause = CAUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'The request failed';
  return new OutboundError('unreachable', code ? `${cause} (${code}).` : `${cause}.`, { cause: error });
}
