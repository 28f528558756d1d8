import {
  type EndpointInput,
  type EndpointOutput,
  type EndpointShape,
  getEndpointPath,
} from '#core/contract/endpoint.ts';

/** A call that the API rejected. `status` is the gateway's if the API is down, and 0 without any response. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** The value of `Retry-After`. */
  readonly retryAfterSeconds: number | null;
  /** Identifies the request in the server's log; `null` if the server did not respond. */
  readonly requestId: string | null;

  constructor(
    status: number,
    body: unknown,
    retryAfterSeconds: number | null = null,
    { requestId = null, ...options }: ErrorOptions & { requestId?: string | null } = {},
  ) {
    super(status === 0 ? 'The server did not respond' : `HTTP error! status: ${status}`, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Returns the last page of a list, if an error says that the requested one is past it, else `null`. */
export const getLastPage = (error: unknown): number | null =>
  (isNotFound(error) && ((error as ApiError).body as { last_page?: number } | undefined)?.last_page) || null;

export type Send = (path: string, init: RequestInit, endpoint: EndpointShape) => Promise<Response>;

/** Calls an endpoint with `send`: `fetch` in the browser, an in-memory call while the server renders a page. */
export async function callEndpoint<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  send: Send,
): Promise<EndpointOutput<E>> {
  const { params, query, body, idempotencyKey } = input as {
    params?: Record<string, string>;
    query?: object;
    body?: unknown;
    idempotencyKey?: string;
  };
  const path = `${getEndpointPath(endpoint, params)}${toQueryString(query)}`;
  const { headers, ...content }: Content =
    body === undefined ? {} : endpoint.isForm ? (await import('./form-body.ts')).toForm(body) : toJson(body);
  const key = idempotencyKey && { 'Idempotency-Key': idempotencyKey };
  const init = {
    method: endpoint.method,
    headers: { Accept: 'application/json', ...headers, ...key },
    ...content,
  };
  // Loaded at the same time. The server trusts its own responses.
  // Also runs without Vite, in the processes of browser tests.
  const checking =
    typeof document === 'undefined'
      ? null
      : import('./check-response.ts').then(({ loadCheck }) => loadCheck(endpoint)).catch(() => null);
  const response = await send(path, init, endpoint);
  const responseBody = endpoint.file && response.ok ? await read(response.blob()) : await readBody(response);
  const problem = response.ok ? await (await checking)?.(responseBody) : responseBody;
  if (!response.ok || problem) {
    const requestId = getRequestId(response);
    throw new ApiError(response.status, problem, getRetryAfter(response), { requestId });
  }
  return responseBody as EndpointOutput<E>;
}

interface Content {
  body?: BodyInit;
  headers?: Record<string, string>;
}

const toJson = (body: unknown): Content => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** Leaves out empty and absent values; lists become repeated parameters. */
function toQueryString(query: object = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') pairs.append(name, String(item));
    }
  }
  return pairs.size > 0 ? `?${pairs}` : '';
}

/** A connection that ends within the body is no response. */
const read = <Body>(body: Promise<Body>): Promise<Body> =>
  body.catch((cause: unknown) => {
    throw new ApiError(0, undefined, null, { cause });
  });

async function readBody(response: Response): Promise<unknown> {
  const text = await read(response.text());
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // An error page of a proxy: its status says more than a parse error.
    if (!response.ok) return undefined;
    throw new ApiError(
      response.status,
      { detail: 'Server returned unexpected format instead of JSON' },
      null,
      { cause: error, requestId: getRequestId(response) },
    );
  }
}

const getRequestId = ({ headers }: Response) => headers.get('x-request-id');

function getRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
