/** A refusal in Paddle's form. `code` is one of those that Paddle documents. */
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

/** A request whose fields do not pass. */
export const invalidFields = (fields: { field: string; message: string }[]) =>
  new PaddleError(400, 'bad_request', 'Invalid request.', { fields });

/** A change that a subscription's state does not allow. */
export const subscriptionRefusal = (code: string, detail: string, status = 400) =>
  new PaddleError(status, code, detail, { group: 'subscriptions' });

export const transactionRefusal = (code: string, detail: string, status = 400) =>
  new PaddleError(status, code, detail, { group: 'transactions' });
