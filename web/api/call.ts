import { CSRF_HEADER } from '#contract/csrf.ts';
import {
  type EndpointInput,
  type EndpointOutput,
  type EndpointShape,
  getEndpointPath,
} from '#contract/endpoint.ts';
import { readCsrfToken } from './csrf-token.ts';

/** A call that the API refused, or could not answer (then `status` is the gateway's, or 0 without any answer). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** From `Retry-After`: how long to wait before trying again. */
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: unknown,
    retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(status === 0 ? 'The server did not answer' : `HTTP error! status: ${status}`, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

export type Send = (path: string, init: RequestInit, endpoint: EndpointShape) => Promise<Response>;

/** Calls an endpoint over `send`: `fetch` in the browser, the server's own memory while a page is rendered there. */
export async function callEndpoint<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  send: Send,
): Promise<EndpointOutput<E>> {
  const { params, query, body } = input as {
    params?: Record<string, string>;
    query?: object;
    body?: unknown;
  };
  const path = `${getEndpointPath(endpoint, params)}${queryString(query)}`;
  const { headers, ...content }: Content =
    body === undefined ? {} : endpoint.isForm ? asForm(body) : asJson(body);
  const init = { method: endpoint.method, headers: { Accept: 'application/json', ...headers }, ...content };
  const answer = await send(path, init, endpoint);
  const answered = await readContent(answer);
  if (!answer.ok) throw new ApiError(answer.status, answered, retryAfter(answer));
  return answered as EndpointOutput<E>;
}

interface Content {
  body?: BodyInit;
  headers?: Record<string, string>;
}

const asJson = (body: unknown): Content => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** Absent values are left out. What is sent so names its type by itself. */
function asForm(body: unknown): Content {
  const fields = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const token = readCsrfToken();
  return {
    body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])),
    ...(token === null ? {} : { headers: { [CSRF_HEADER]: token } }),
  };
}

/** Empty and absent values are left out; lists are repeated. */
function queryString(query: object = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') pairs.append(name, String(item));
    }
  }
  return pairs.size > 0 ? `?${pairs}` : '';
}

async function readContent(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy's own page for a server that is down: its status says more than that it is no JSON.
    if (!answer.ok) return undefined;
    throw new ApiError(answer.status, { detail: 'Server returned unexpected format instead of JSON' }, null, {
      cause: error,
    });
  }
}

function retryAfter(answer: Response): number | null {
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
