export type FeedErrorCode = 'not_a_feed' | 'too_slow' | 'broken';

/** A feed that cannot be parsed. The message tells the operator why and what to do. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: FeedErrorCode;

  constructor(code: FeedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
