import type * as z from 'zod/mini';
import type { ApiScope } from './api/api-scopes.ts';
import type { ChangeTopic } from './topics.ts';

/**
 * The callers that an endpoint accepts.
 *
 * - `open`: all callers; an access token is ignored.
 * - `anyone`: all callers; an access token is used if present, and an invalid one is rejected so that the browser refreshes it.
 * - `customer`, `administrator`: only that kind of account; the other kind gets 403, an unauthenticated caller 401.
 * - `administrator-setting-up`: administrators, including those without the second factor that the configuration requires.
 *   All other endpoints reject those with 403 `second_factor_required`.
 */
export type Access = 'open' | 'anyone' | 'customer' | 'administrator' | 'administrator-setting-up';

export interface EndpointShape {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with the trailing slash; parameters are written `:id`. */
  path: `/${string}/`;
  summary: string;
  access: Access;
  /** Programs may call it with an API key of this scope. Only `GET` endpoints that are `open` or for `anyone` have one. */
  scope?: ApiScope;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is `application/x-www-form-urlencoded`, with one value per field. The request needs the CSRF cookie and header. */
  isForm?: true;
  /**
   * A repeated request with the same `Idempotency-Key` is carried out once. Its handler calls `once` in its transaction.
   */
  isIdempotent?: true;
  /** A success ends the session of the calling browser, whose HTTP cache for the site is cleared. */
  endsSession?: true;
  /** A request other than GET that changes nothing: an administrator's is not recorded in the security log. */
  changesNothing?: true;
  /** Pages send the request automatically: its success is not one of an action of the user. */
  isAutomatic?: true;
  /** The response is a file of this type instead of JSON: the handler returns a stream, and the client gets a `Blob`. */
  file?: 'application/zip' | 'text/csv';
  /** The body size limit, if it is higher than the default. */
  bodyLimitBytes?: number;
  /**
   * The topics that the response to an unauthenticated caller depends on. The responses of an `open` endpoint, and pages
   * rendered from them, are cached until one of them changes; pages without this field, until anything changes.
   */
  topics?: readonly ChangeTopic[];
  /** No cache may store the response, not even the server's own. */
  noStore?: true;
  /** The only success status, by default 200. The body of every error response is an `ErrorBody`. */
  status?: 200 | 201 | 204;
  response: z.ZodMiniType;
}

/** Defines an API endpoint: the server registers its handler against this object, and the client calls it. */
export function defineEndpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Part<E, Key extends string, Direction extends 'input' | 'output'> =
  E extends Record<Key, infer Schema extends z.ZodMiniType>
    ? Record<Key, Direction extends 'input' ? z.input<Schema> : z.output<Schema>>
    : unknown;

/** The client's input: path parameters, query and body, each only if the endpoint has it. */
export type EndpointInput<E> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  (E extends { isIdempotent: true } ? { idempotencyKey?: string } : unknown);

/** The handler's input: the same parts, parsed. */
export type EndpointParsed<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;

export type EndpointOutput<E extends EndpointShape> = z.output<E['response']>;

/** Returns the path with its parameters filled in, for example `/admin/signals/7d0…/`. */
export function getEndpointPath(shape: EndpointShape, params: Record<string, string> = {}): string {
  return shape.path.replace(/:(\w+)/g, (_, name: string) => encodeSegment(params[name] ?? ''));
}

/** URL parsers resolve `.` and `..` segments, even if they are encoded once. Encoded twice, they match no id. */
function encodeSegment(value: string): string {
  return value === '.' || value === '..' ? value.replaceAll('.', '%252E') : encodeURIComponent(value);
}
