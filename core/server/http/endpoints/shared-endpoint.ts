import type { FastifyReply, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/mini';
import { type EndpointParsed, type EndpointShape, getEndpointPath } from '#core/contract/endpoint.ts';
import type { ChangeTopic } from '#core/contract/topics.ts';
import { toErrorResponse } from '#core/server/http/errors/errors.ts';
import { getCacheControl, getCanonicalQuery } from '#core/server/http/response-cache/cache-control.ts';
import type { Resource } from '#core/server/http/response-cache/response-cache.ts';
import { type Caching, sendCached } from '#core/server/http/response-cache/send-cached.ts';
import {
  encodeBody,
  limitFreshness,
  type RenderedResponse,
  type Validity,
} from '#core/server/http/response-cache/stored-response.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';

/** The input of a handler whose response several callers share: nothing of it depends on the caller. */
export type SharedCall<E> = EndpointParsed<E> & {
  /** The canonical path and query. */
  url: string;
  /** States that the response changes at this time even if nothing is written; `null` if it does not. */
  changesAt(time: Date | null): void;
};

/** The callers that get the same response from an endpoint. */
export interface CallerGroup {
  name: string;
  /** The changes that the response of this group depends on. */
  topics: readonly ChangeTopic[];
}

/** True for an endpoint whose response is the same for all callers. */
export type IsShared<E> = E extends { method: 'GET'; access: 'open'; topics: readonly ChangeTopic[] }
  ? E extends { noStore: true }
    ? false
    : true
  : false;

export const isShared = ({ method, access, topics, noStore }: EndpointShape) =>
  method === 'GET' && access === 'open' && topics !== undefined && noStore !== true;

/** The time before something that was missing is looked up again. */
const NOT_FOUND_MS = 5 * SECOND;

interface SharedRequest<G extends CallerGroup> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** `null` if all callers share the response. */
  group: G | null;
}

/**
 * Returns a function that responds to the endpoint's requests from the response cache. `read` runs at most once at a time for
 * equal requests of one group, and its result is serialized and compressed once.
 */
export function createSharedResponder<E extends EndpointShape, G extends CallerGroup>(
  endpoint: E,
  read: (call: SharedCall<E>, group: G) => unknown,
  { caching, prefix }: { caching: Caching; prefix: string },
): (shared: SharedRequest<G>) => Promise<FastifyReply> {
  const serialize = serializeByContract({
    schema: endpoint.response as z.ZodMiniType,
    method: endpoint.method,
    url: endpoint.path,
  });

  async function render(
    { request, reply, group }: SharedRequest<G>,
    url: string,
    validity: Validity,
  ): Promise<RenderedResponse> {
    const topics = group?.topics ?? endpoint.topics ?? [];
    for (const topic of topics) validity.topics.add(topic);
    const call = {
      params: request.params,
      query: request.query,
      url,
      changesAt: (time: Date | null) => {
        validity.changesAt = Math.min(validity.changesAt, time?.getTime() ?? Number.POSITIVE_INFINITY);
      },
    };
    const cacheControl = group === null ? getCacheControl(topics, 'data') : 'no-cache';
    const vary: Record<string, string> = group === null ? {} : { vary: 'Authorization' };
    try {
      // Its type depends on the endpoint, whose schemas have validated the request.
      const result = await read(call as unknown as SharedCall<E>, group as G);
      return {
        status: endpoint.status ?? 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': cacheControl,
          ...vary,
        },
        body: encodeBody(serialize(result)),
      };
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 404) throw error;
      limitFreshness(validity, NOT_FOUND_MS);
      const { status, headers, body } = toErrorResponse(error, request, reply);
      return { status, headers: { ...headers, 'cache-control': 'no-cache', ...vary }, body };
    }
  }

  return (shared) => {
    const { request, reply, group } = shared;
    const query = getCanonicalQuery(request.query);
    const url = `${prefix}${getEndpointPath(endpoint, request.params as Record<string, string>)}${query}`;
    const resource: Resource = {
      // A space is in no URL, so that no request can name the response of another group.
      key: group === null ? url : `${url} ${group.name}`,
      isEnumerable: query === '' && endpoint.params === undefined,
      render: (validity) => render(shared, url, validity),
    };
    const hasToken = request.headers.authorization !== undefined;
    // The response has the limit of the key, and must be requested again to be counted.
    const hasKey = request.caller.kind === 'api_key';
    return sendCached(caching, resource, request, reply, {
      isForVisitors: group !== null,
      isRemembered: group === null || !hasToken,
      isPrivate: hasKey || (group !== null && hasToken),
    });
  };
}

/** A response does not match its contract, which is a defect of the server. */
class ResponseContractError extends Error {
  constructor(endpoint: string, issues: readonly z.core.$ZodIssue[]) {
    super(`the response of ${endpoint} does not match its contract: ${JSON.stringify(issues)}`);
  }
}

/**
 * Fastify's serializer compiler: returns a function that turns a result into JSON. The response schema is an allow-list: a
 * field that it does not name is left out, and one with another type is an error.
 */
export const serializeByContract: FastifySerializerCompiler<z.ZodMiniType> = ({ schema, method, url }) => {
  const compiled = compileObjects(schema);
  return (data) => {
    const result = z.core.safeParse(compiled, data);
    if (!result.success) throw new ResponseContractError(`${method} ${url}`, result.error.issues);
    return JSON.stringify(result.data);
  };
};

/**
 * Returns an equal schema whose objects are parsed by compiled functions. The objects of `zod/mini` are small for the browser
 * instead, and take several times longer for a list.
 */
function compileObjects(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, compileObjects(field)]);
      return new z.core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(fields) });
    }
    case 'array':
      return new z.core.$ZodArray({ ...def, element: compileObjects(def.element) });
    case 'nullable':
      return new z.core.$ZodNullable({ ...def, innerType: compileObjects(def.innerType) });
    default:
      return schema;
  }
}
