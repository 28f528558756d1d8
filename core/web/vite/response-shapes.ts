import { glob } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type * as z from 'zod/mini';
import type { EndpointShape } from '#core/contract/endpoint.ts';
import type { Shape } from '#core/web/api/response-shapes.ts';
import { getShapeGroup, type ShapeGroup } from '#core/web/api/shape-group.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const CONTRACT = '{core,features/*}/contract/**/*.ts';

/** The file of `core/web/api` with the shapes of each group. */
const FILES: Record<ShapeGroup, string> = {
  general: 'response-shapes.ts',
  market: 'market-response-shapes.ts',
  customer: 'customer-response-shapes.ts',
  admin: 'admin-response-shapes.ts',
};

/** Fills each `RESPONSE_SHAPES` in the browser build with the shapes of the contract's response schemas. */
export function responseShapes(): Plugin {
  return {
    name: 'tezi:response-shapes',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/web\/api\/(?:\w+-)?response-shapes\.ts$/ },
      handler: async (_code, id) => {
        const shapes = await collectShapes((endpoint) => FILES[getShapeGroup(endpoint)] === basename(id));
        return `export const RESPONSE_SHAPES = ${JSON.stringify(shapes)};`;
      },
    },
  };
}

/** Returns the shapes of the JSON responses of the contract, or of chosen endpoints, by method and path. */
export async function collectShapes(
  isChosen: (endpoint: EndpointShape) => boolean = () => true,
): Promise<Record<string, Shape>> {
  const shapes: Record<string, Shape> = {};
  for await (const file of glob(CONTRACT, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.d.mts'] })) {
    const module: Record<string, unknown> = await import(pathToFileURL(resolve(ROOT, file)).href);
    for (const endpoint of Object.values(module).filter(isEndpoint))
      if (!endpoint.file && endpoint.status !== 204 && isChosen(endpoint))
        shapes[`${endpoint.method} ${endpoint.path}`] = toShape(endpoint.response);
  }
  return shapes;
}

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'access' in value && 'response' in value;

/** The parts of a schema's definition that shapes depend on. */
interface Definition {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  out?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
}

/** Converts the output of a schema. What JSON cannot have, such as nothing at all, matches anything. */
export function toShape(schema: z.ZodMiniType): Shape {
  const definition = schema._zod.def as unknown as Definition;
  if ('isDecimal' in schema) return 'decimal';
  const convert = (part: z.ZodMiniType | undefined): Shape => (part ? toShape(part) : 'any');
  switch (definition.type) {
    case 'string':
      return definition.format === 'date' || definition.format === 'datetime' ? 'date' : 'string';
    case 'number':
    case 'boolean':
    case 'null':
      return definition.type;
    case 'array':
      return [convert(definition.element)];
    case 'record':
      return { '*': convert(definition.valueType) };
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).map(([name, field]) => [
          isOptional(field) ? `?${name}` : name,
          convert(field),
        ]),
      );
    case 'nullable':
      return toUnion([convert(definition.innerType), 'null']);
    case 'union':
      return toUnion((definition.options ?? []).map(toShape));
    case 'enum':
    case 'literal':
      return toUnion((definition.values ?? Object.values(definition.entries ?? {})).map(toPrimitive));
    case 'optional':
    case 'default':
    case 'readonly':
      return convert(definition.innerType);
    case 'pipe':
      return convert(definition.out);
    default:
      return 'any';
  }
}

const isOptional = (schema: z.ZodMiniType) => (schema._zod.def as Definition).type === 'optional';

const toPrimitive = (value: unknown): Shape =>
  value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');

/** Leaves out repeated options. */
function toUnion(options: Shape[]): Shape {
  const unique = [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
  const [first] = unique;
  return unique.length === 1 && first !== undefined ? first : { '|': unique };
}
