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
