import type { RouteOptions } from 'fastify';
import type { Access } from '#core/contract/endpoint.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** The part of JSON Schema that the API documents use, with `nullable` of OpenAPI 3.0. */
export interface Schema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';
  nullable?: boolean;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

/** An endpoint as an API document describes it, with the access that its route declares. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters as `{id}`. */
  path: string;
  access: Access;
  params: Parameter[];
  query: Parameter[];
  body: { contentType: string; schema: Schema } | null;
  /** By status. A response without a body and a stream have no content: `null`. */
  responses: Map<string, { contentType: string; schema: Schema } | null>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: 'path' | 'query'; name: string; required?: boolean; schema: Schema }[];
        requestBody?: Content;
        responses: Record<string, Partial<Content>>;
      }
    >
  >;
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

/** Reads the endpoints of both API documents. */
export async function readOperations(test: TestApp, administratorToken: string): Promise<Operation[]> {
  const accessByRoute = await readAccess(test);
  const documents: Document[] = [];
  for (const url of ['/api/openapi.json', '/api/admin/openapi.json']) {
    const headers = { authorization: `Bearer ${administratorToken}` };
    documents.push((await test.request({ url, headers })).json());
  }
  return documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([lowerCaseMethod, documented]): Operation => {
        const method = lowerCaseMethod.toUpperCase() as Operation['method'];
        const name = `${method} ${path}`;
        const access = accessByRoute.get(name);
        if (access === undefined) throw new Error(`${name} is documented, but no such route is registered`);
        const listParameters = (part: 'path' | 'query') =>
          (documented.parameters ?? [])
            .filter((parameter) => parameter.in === part)
            .map(({ name, required, schema }) => ({ name, isRequired: required === true, schema }));
        return {
          name,
          method,
          path,
          access,
          params: listParameters('path'),
          query: listParameters('query'),
          body: readContent(documented.requestBody?.content ?? {}),
          responses: new Map(
            Object.entries(documented.responses).map(([status, { content = {} }]) => [
              status,
              readContent(content),
            ]),
          ),
        };
      }),
    ),
  );
}

function readContent(content: Content['content']): { contentType: string; schema: Schema } | null {
  const [first] = Object.entries(content);
  return first ? { contentType: first[0], schema: first[1].schema } : null;
}

/** Returns the declared access by `GET /api/path/{id}/`. */
async function readAccess({ database }: TestApp): Promise<Map<string, Access>> {
  const routes: RouteOptions[] = [];
  const app = await createAppOnDatabase(database, {}, { onRoute: (route) => routes.push(route) });
  await app.close();
  return new Map(
    routes.flatMap(({ method, url, config }) =>
      config?.access
        ? [method].flat().map((each): [string, Access] => {
            return [`${each} ${url.replace(/:(\w+)/g, '{$1}')}`, config.access as Access];
          })
        : [],
    ),
  );
}
