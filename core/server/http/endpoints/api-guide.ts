import type { FastifyInstance } from 'fastify';
import { type ApiGuide, type GuideEndpoint, readApiGuide } from '#core/contract/api/api-guide.ts';
import { API_SCOPES, type ApiScope } from '#core/contract/api/api-scopes.ts';
import type { Handle } from '#core/server/http/endpoints.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Limit } from '#core/server/platform/rate-limits/counters.ts';

/** A JSON schema, as far as the contract's schemas need it. */
interface Schema {
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
}

interface Operation {
  summary?: string;
  security?: { apiKey?: string[] }[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** Serves the description of the endpoints that accept API keys. It comes from the OpenAPI document, and so from their contract objects. */
export function serveApiGuide(
  api: FastifyInstance,
  handle: Handle,
  { publicUrl, limit }: { publicUrl: string; limit: Limit },
): void {
  let guide: ApiGuide | null = null;
  handle(readApiGuide, () => {
    // The document is complete once all endpoints are registered.
    guide ??= {
      endpoints: describeEndpoints(api.swagger() as OpenApiDocument, publicUrl),
      limit: { requests: limit.max, seconds: limit.windowMs / SECOND },
    };
    return guide;
  });
}

interface OpenApiDocument {
  paths: Record<string, { get?: Operation }>;
  components?: { schemas?: Record<string, Schema> };
}

function describeEndpoints({ paths, components }: OpenApiDocument, publicUrl: string): GuideEndpoint[] {
  const resolve = (schema: Schema = {}): Schema =>
    schema.$ref === undefined
      ? schema
      : resolve(components?.schemas?.[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]);
  const endpoints = Object.entries(paths).flatMap(([path, { get: operation }]) => {
    const scope = operation?.security?.[0]?.apiKey?.[0] as ApiScope | undefined;
    return operation && scope ? [describeEndpoint({ path, scope, operation }, { publicUrl, resolve })] : [];
  });
  return endpoints.toSorted((a, b) => API_SCOPES.indexOf(a.scope) - API_SCOPES.indexOf(b.scope));
}

interface Describer {
  publicUrl: string;
  /** Returns the schema that a reference names. */
  resolve: (schema?: Schema) => Schema;
}

function describeEndpoint(
  { path, scope, operation }: { path: string; scope: ApiScope; operation: Operation },
  { publicUrl, resolve }: Describer,
): GuideEndpoint {
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required = false, schema }) => ({
    name,
    place: place === 'path' ? ('path' as const) : ('query' as const),
    is_required: place === 'path' || required,
    schema: resolve(schema),
  }));
  const response = resolve(operation.responses?.['200']?.content?.['application/json']?.schema);
  const query = new URLSearchParams(
    parameters.flatMap(({ name, place, is_required, schema }) =>
      place === 'query' && is_required ? [[name, getExampleValue(name, schema)]] : [],
    ),
  );
  const examplePath = path.replace(/\{(\w+)\}/g, (_, name: string) => getExampleValue(name, {}));
  return {
    scope,
    path,
    summary: operation.summary ?? '',
    parameters: parameters.map(({ schema, ...parameter }) => ({
      ...parameter,
      type: describeType(schema, resolve),
    })),
    fields: listFields(response, resolve),
    example: {
      url: `${publicUrl}${examplePath}${query.size > 0 ? `?${query}` : ''}`,
      response: JSON.stringify(createExample(response, resolve), null, 2),
    },
  };
}

const EXAMPLE_VALUES: Record<string, string> = {
  symbol: 'LUCK',
  symbols: 'LUCK,OGDC',
  index: 'KSE100',
  id: '42',
};

const getExampleValue = (name: string, { enum: choices }: Schema): string =>
  String(EXAMPLE_VALUES[name] ?? choices?.[0] ?? 'value');

/** Returns the schema of a value that is not `null`, and whether it can be `null`. */
function readNullable(schema: Schema, resolve: Describer['resolve']): { type: Schema; isNullable: boolean } {
  const choices = (schema.anyOf ?? schema.oneOf)?.map(resolve);
  if (!choices) return { type: schema, isNullable: schema.nullable === true };
  const types = choices.filter(({ type }) => type !== 'null');
  const [first] = types;
  return {
    type: types.length === 1 && first ? first : { anyOf: types },
    isNullable: schema.nullable === true || types.length < choices.length,
  };
}

function describeType(schema: Schema, resolve: Describer['resolve']): string {
  const { type, isNullable } = readNullable(schema, resolve);
  return describeValue(type, resolve) + (isNullable ? ' or null' : '');
}

const FORMATS: Record<string, string> = {
  date: 'date, for example 2026-11-27',
  'date-time': 'timestamp in UTC',
  uuid: 'UUID',
};

function describeValue(schema: Schema, resolve: Describer['resolve']): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => describeType(each, resolve)))].join(' or ');
  if (schema.format !== undefined && FORMATS[schema.format]) return FORMATS[schema.format] ?? '';
  if (schema.type === 'array') return `list of ${describeType(resolve(schema.items), resolve)}`;
  return schema.type ?? 'text';
}

/** Lists the fields of a response in the order of the contract, those within lists and objects with their path. */
function listFields(schema: Schema, resolve: Describer['resolve'], prefix = ''): GuideEndpoint['fields'] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const { type, isNullable } = readNullable(resolve(field), resolve);
    const path = prefix + name;
    const suffix = isNullable ? ' or null' : '';
    const items = type.type === 'array' ? resolve(type.items) : null;
    if (items?.properties)
      return [{ name: path, type: `list${suffix}` }, ...listFields(items, resolve, `${path}[].`)];
    if (type.properties)
      return [{ name: path, type: `object${suffix}` }, ...listFields(type, resolve, `${path}.`)];
    return [{ name: path, type: describeValue(type, resolve) + suffix }];
  });
}

/** Creates a response with one item in each list. */
function createExample(schema: Schema, resolve: Describer['resolve'], name = ''): unknown {
  const { type } = readNullable(schema, resolve);
  if (type.properties)
    return Object.fromEntries(
      Object.entries(type.properties).map(([name, field]) => [
        name,
        createExample(resolve(field), resolve, name),
      ]),
    );
  if (type.anyOf?.[0]) return createExample(type.anyOf[0], resolve, name);
  if (type.type === 'array') return [createExample(resolve(type.items), resolve, name)];
  if (type.enum) return type.enum[0];
  if (type.const !== undefined) return type.const;
  if (type.type === 'integer' || type.type === 'number') return 1;
  if (type.type === 'boolean') return false;
  if (type.format === 'date') return '2026-11-27';
  if (type.format === 'date-time') return '2026-11-27T05:00:00.000Z';
  if (type.format === 'uuid') return '7d0f3c52-6a4b-4c1e-9a37-2f5f0e1c8b64';
  return EXAMPLE_TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'text';
}

const EXAMPLE_TEXTS: readonly [RegExp, string][] = [
  [/^symbols?$/, 'LUCK'],
  [/^company_name$/, 'Lucky Cement Limited'],
  [/price|stop_loss|target_points|close|^(open|high|low|change)$/, '471.00'],
  [/percent/, '1.25'],
  [/r_multiple/, '0.50'],
];
