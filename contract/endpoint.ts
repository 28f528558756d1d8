import type * as z from 'zod/mini';
import type { ChangeTopic } from './topics.ts';

/**
 * Who may call an endpoint.
 *
 * - `open`: anybody; an access token is not even looked at.
 * - `anyone`: anybody; an access token is used when present, and a bad one is refused so that the browser refreshes it.
 * - `customer`, `administrator`: only that kind of account; the other kind gets 403, a visitor 401.
 * - `administrator-setting-up`: administrators, those too who lack the second factor that the configuration requires and
 *   who are refused with 403 `second_factor_required` everywhere else.
 */
export type Access = 'open' | 'anyone' | 'customer' | 'administrator' | 'administrator-setting-up';

export interface EndpointShape {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with the trailing slash; parameters are written `:id`. */
  path: `/${string}/`;
  summary: string;
  access: Access;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body comes as `application/x-www-form-urlencoded`, one value a field, with the CSRF cookie's value in its header. */
  isForm?: true;
  /** A success ends the session of the browser that calls: what it has cached of the site is cleared. */
  endsSession?: true;
  /** An administrator's call other than GET that changes nothing: it is not recorded in the security log. */
  changesNothing?: true;
  /** How large a body may be where it may be larger than usual. */
  bodyLimitBytes?: number;
  /**
   * The topics that the response to an unauthenticated caller depends on. Pages rendered from the response are cached
   * until one of them changes; without this field, until anything changes.
   */
  topics?: readonly ChangeTopic[];
  /** The one success answer. Every refusal is an `ErrorBody`. */
  status: 200 | 201 | 204;
  response: z.ZodMiniType;
}

/** One call of the API: the server registers its handler against this object, and the client calls by it. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Part<E, Key extends string, Direction extends 'input' | 'output'> =
  E extends Record<Key, infer Schema extends z.ZodMiniType>
    ? Record<Key, Direction extends 'input' ? z.input<Schema> : z.output<Schema>>
    : unknown;

/** What a client passes: path parameters, query and body, each only where the endpoint has it. */
export type EndpointInput<E> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;

/** What a handler gets: the same parts, parsed. */
export type EndpointParsed<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;

export type EndpointOutput<E extends EndpointShape> = z.output<E['response']>;

/** The path with its parameters filled in, for example `/admin/signals/7d0…/`. */
export function endpointPath(shape: EndpointShape, params: Record<string, string> = {}): string {
  return shape.path.replace(/:(\w+)/g, (_, name: string) => segment(params[name] ?? ''));
}

/** Addresses with `.` or `..` lead elsewhere, encoded or not. Encoded twice they are what no id is either. */
function segment(value: string): string {
  return value === '.' || value === '..' ? value.replaceAll('.', '%252E') : encodeURIComponent(value);
}
