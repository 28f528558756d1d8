import type { EndpointShape } from '#core/contract/endpoint.ts';
import { RESPONSE_SHAPES, type Shape } from './response-shapes.ts';
import { getShapeGroup } from './shape-group.ts';

/**
 * Loads the check of an endpoint's responses. It returns the body of an error if a response does not have the shape of the contract,
 * so that the page shows its own failure instead of rendering what is missing. Additional fields and new values of an enumeration are
 * accepted: the server may be newer than the page.
 */
export async function loadCheck(
  endpoint: EndpointShape,
): Promise<(body: unknown) => { detail: string } | null> {
  const shape = (await loadShapes(endpoint))[`${endpoint.method} ${endpoint.path}`];
  return (body) =>
    shape === undefined || hasShape(body, shape)
      ? null
      : { detail: 'The server returned unexpected data. Try again, or reload the page.' };
}

const LOADERS = {
  market: () => import('./market-response-shapes.ts'),
  customer: () => import('./customer-response-shapes.ts'),
  admin: () => import('./admin-response-shapes.ts'),
};

async function loadShapes(endpoint: EndpointShape): Promise<Record<string, Shape>> {
  const group = getShapeGroup(endpoint);
  return group === 'general' ? RESPONSE_SHAPES : (await LOADERS[group]()).RESPONSE_SHAPES;
}

export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return PRIMITIVES[shape](value);
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => hasShape(item, shape[0]));
  if (isUnion(shape)) return shape['|'].some((option) => hasShape(value, option));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).every(([name, field]) => {
    if (name === '*') return Object.values(fields).every((each) => hasShape(each, field));
    const isOptional = name.startsWith('?');
    const given = fields[isOptional ? name.slice(1) : name];
    return (isOptional && given === undefined) || hasShape(given, field);
  });
}

const isUnion = (shape: object): shape is { '|': Shape[] } => '|' in shape;

const PRIMITIVES = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  date: (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  decimal: (value: unknown) => typeof value === 'string' && /^[-+]?\d+(\.\d+)?$/.test(value),
  any: () => true,
};
