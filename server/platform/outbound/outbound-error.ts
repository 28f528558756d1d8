type Code =
  | 'address_refused'
  | 'scheme_refused'
  | 'too_large'
  | 'too_slow'
  | 'too_many_redirects'
  | 'unreachable';

/** A call to the outside that was refused or failed; the message tells the operator why. */
export class OutboundError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
  }
}

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/, 'The name cannot be found'],
  [/^ECONNREFUSED$/, 'The server does not take connections'],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'The server broke off before the end of its answer'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'The server cannot be reached'],
  [/CERT|SIGNED|ISSUER|ALTNAME/, "The server's certificate is not valid"],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'No encrypted connection could be made'],
  [/^HPE_/, 'The server does not answer as a web server does'],
  [/^(Z_|ERR__)/, 'The answer is compressed, and broken'],
];

/** What Node.js throws when a call fails, in words. Its own text stays out of them: it may hold what the server sent. */
export function failedCall(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new OutboundError('too_large', "The answer's headers are too large.", { cause: error });
  }
  const cause = CAUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'The call failed';
  return new OutboundError('unreachable', code ? `${cause} (${code}).` : `${cause}.`, { cause: error });
}
