import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { getCacheControl } from '#core/server/http/response-cache/cache-control.ts';
import type { Caching } from '#core/server/http/response-cache/send-cached.ts';
import { serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import { type AccessDependencies, reportDenials, requireAccess } from './access.ts';

declare module 'fastify' {
  interface FastifyInstance {
    adminSwagger: FastifyInstance['swagger'];
  }
}

const STREAM_RESPONSE = { 200: { description: 'The stream', type: 'null' } };

const MESSAGES = { type: 'array', items: { type: 'string' } };

/** `ErrorBody` in `core/contract/errors.ts`. */
const ERROR_RESPONSE = {
  description: 'The request was rejected',
  anyOf: [
    {
      type: 'object',
      properties: {
        detail: { type: 'string' },
        code: { type: 'string' },
        last_page: { type: 'integer' },
        messages: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              token_class: { type: 'string' },
              token_type: { type: 'string' },
              message: { type: 'string' },
            },
            required: ['token_class', 'token_type', 'message'],
            additionalProperties: false,
          },
        },
        warnings: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              code: { type: 'string' },
              field: { type: 'string' },
              message: { type: 'string' },
            },
            required: ['code', 'field', 'message'],
            additionalProperties: false,
          },
        },
      },
      required: ['detail'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { error: { type: 'string' } },
      required: ['error'],
      additionalProperties: false,
    },
    { type: 'object', description: 'Messages by field', additionalProperties: MESSAGES },
  ],
};

/** `request_id` is that of the header `x-request-id`. */
const FAILURE_RESPONSE = {
  description: 'The server or a service that it needs failed: report the ID if the problem persists',
  anyOf: ['detail', 'error'].map((message) => ({
    type: 'object',
    properties: {
      [message]: { type: 'string' },
      ...(message === 'detail' ? { code: { type: 'string' } } : {}),
      request_id: { type: 'string' },
    },
    required: [message, 'request_id'],
    additionalProperties: false,
  })),
};

/**
 * Collects the endpoints that are registered afterwards into two OpenAPI documents, and serves both. Each endpoint is in
 * one of them: administrator endpoints are listed for administrators only, so that the public document does not reveal them.
 */
export async function serveApiDocuments(
  api: FastifyInstance,
  options: AccessDependencies,
  caching: Caching,
): Promise<void> {
  const servers = [{ url: options.publicUrl }];
  await api.register(swagger, {
    openapi: {
      info: { title: 'Tezi', version: '1' },
      servers,
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key. The page /developers explains them.',
          },
        },
      },
    },
    transform: transformOnly((route) => !isAdminRoute(route, api.prefix)),
  });
  await api.register(swagger, {
    decorator: 'adminSwagger',
    openapi: { info: { title: 'Tezi administration', version: '1' }, servers },
    transform: transformOnly((route) => isAdminRoute(route, api.prefix)),
  });

  serveSharedFile(api, caching, {
    path: '/openapi.json',
    topics: [],
    cacheControl: getCacheControl([], 'data'),
    read: () => ({ body: JSON.stringify(api.swagger()), type: 'application/json; charset=utf-8' }),
  });
  const authorize = requireAccess('administrator', options);
  const administration = { method: 'GET', path: '/admin/openapi.json' } as const;
  api.get(
    administration.path,
    {
      schema: { hide: true },
      config: { access: 'administrator' },
      onRequest: (request, reply) =>
        reportDenials(administration, request.events, () => authorize(request, reply)),
    },
    () => api.adminSwagger(),
  );
}

/** The administrator sign-in is an admin route too, although its access is open. */
function isAdminRoute({ url, config }: RouteOptions, prefix: string): boolean {
  return url.startsWith(`${prefix}/admin/`) || Boolean(config?.access?.startsWith('administrator'));
}

/** The response of a route without a schema. A file has the endpoint's default status. */
function describeOtherResponse({ config }: RouteOptions) {
  if (config?.file === undefined) return STREAM_RESPONSE;
  const schema = { type: 'string', format: 'binary' };
  return { 200: { description: 'The file', content: { [config.file]: { schema } } } };
}

function transformOnly(isIncluded: (route: RouteOptions) => boolean): typeof jsonSchemaTransform {
  return (document) => {
    if (!isIncluded(document.route)) return { schema: { hide: true }, url: document.url };
    const { schema, url } = jsonSchemaTransform(document);
    const response = {
      ...(schema.response ?? describeOtherResponse(document.route)),
      '4xx': ERROR_RESPONSE,
      '5xx': FAILURE_RESPONSE,
    };
    return { schema: { ...schema, response }, url };
  };
}
