import fc from 'fast-check';
import { encodeText } from './encode-text.ts';
import { EXAMPLE_BODIES } from './example-bodies.ts';
import {
  CONTENT_TYPES,
  HOSTILE_BODIES,
  HOSTILE_KEYS,
  HOSTILE_SEGMENTS,
  hostileText,
  hostileValue,
  INVALID_AUTHORIZATIONS,
} from './hostile-values.ts';
import type { Operation, Parameter } from './operations.ts';
import type { RoleName } from './roles.ts';
import { valueFor } from './schema-arbitrary.ts';

/** A path segment that may lead to another route. It is sent as it is. */
export class HostileSegment {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type BodyPlan =
  | { kind: 'none' }
  /** Encoded as the document says. */
  | { kind: 'value'; value: unknown }
  | { kind: 'raw'; payload: string | Buffer; contentType: string | null };

/** `own` is the valid token of the role, `expired` a token that it had. */
type AuthorizationPlan = 'own' | 'none' | 'expired' | { header: string };

/** A request before references are replaced by existing values. */
export interface RequestPlan {
  operation: Operation;
  params: Record<string, unknown>;
  /** Values are references, text, or arrays for repeated parameters. */
  query: Record<string, unknown>;
  body: BodyPlan;
  authorization: AuthorizationPlan;
  csrf: 'valid' | 'missing' | 'wrong';
  headers: Record<string, string>;
  /** The last byte of the client's IP address. */
  client: number;
}

/** Rejected callers reach only the access check of an endpoint, and administrators need no open one. */
const WEIGHT_OF_ALLOWED = 8;

/** Generates a role's requests to any of the operations: valid ones, and ones with one or more faults. */
export function requestOf(role: RoleName, operations: readonly Operation[]): fc.Arbitrary<RequestPlan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: isMeantFor(role, operation) ? WEIGHT_OF_ALLOWED : 1,
      arbitrary: requestTo(operation),
    })),
  );
}

export function isMeantFor(role: RoleName, { access }: Operation): boolean {
  if (access === 'customer') return role === 'customer' || role === 'premium customer';
  return access.startsWith('administrator') === (role === 'administrator');
}

function requestTo(operation: Operation): fc.Arbitrary<RequestPlan> {
  return fc.record(
    {
      operation: fc.constant(operation),
      params: paramsOf(operation),
      query: queryOf(operation),
      body: bodyOf(operation),
      authorization: fc.oneof<fc.WeightedArbitrary<AuthorizationPlan>[]>(
        { weight: 27, arbitrary: fc.constant('own') },
        { weight: 1, arbitrary: fc.constant('none') },
        { weight: 1, arbitrary: fc.constant('expired') },
        { weight: 1, arbitrary: fc.constantFrom(...INVALID_AUTHORIZATIONS).map((header) => ({ header })) },
      ),
      csrf: fc.oneof<fc.WeightedArbitrary<RequestPlan['csrf']>[]>(
        { weight: 8, arbitrary: fc.constant('valid') },
        { weight: 1, arbitrary: fc.constantFrom('missing', 'wrong') },
      ),
      headers: headers,
      client: fc.integer({ min: 1, max: 250 }),
    },
    { noNullPrototype: true },
  );
}

function paramsOf({ params }: Operation): fc.Arbitrary<Record<string, unknown>> {
  const hostile = fc
    .oneof(fc.constantFrom(...HOSTILE_SEGMENTS), hostileText.map(encodeText))
    .map((text) => new HostileSegment(text));
  return recordOf(params, (valid) =>
    fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: hostile }),
  );
}

function queryOf({ query }: Operation): fc.Arbitrary<Record<string, unknown>> {
  const unknownParameter = fc.dictionary(fc.constantFrom(...HOSTILE_KEYS, 'page', 'limit'), hostileText, {
    maxKeys: 2,
    noNullPrototype: true,
  });
  const valid = recordOf(query, (each) => each);
  const mutated = recordOf(query, (each) =>
    fc.oneof(
      { weight: 2, arbitrary: each },
      { weight: 2, arbitrary: hostileText },
      { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 5 }) },
      { weight: 1, arbitrary: fc.tuple(each, each) },
    ),
  );
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 2, arbitrary: mutated },
    { weight: 1, arbitrary: fc.tuple(unknownParameter, valid).map((parts) => mergeOwn(...parts)) },
  );
}

function recordOf(
  parameters: readonly Parameter[],
  change: (valid: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, change(valueFor(schema, name))])),
    {
      requiredKeys: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      noNullPrototype: true,
    },
  );
}

function bodyOf({ name, method, body }: Operation): fc.Arbitrary<BodyPlan> {
  const raw = fc
    .tuple(fc.constantFrom(...HOSTILE_BODIES), fc.constantFrom(...CONTENT_TYPES))
    .map(([payload, contentType]): BodyPlan => ({ kind: 'raw', payload, contentType }));
  const none = fc.constant<BodyPlan>({ kind: 'none' });
  if (body === null) {
    return method === 'GET' ? none : fc.oneof({ weight: 8, arbitrary: none }, { weight: 1, arbitrary: raw });
  }
  const examples = EXAMPLE_BODIES[name];
  const valid = examples
    ? fc.oneof(
        { weight: 1, arbitrary: valueFor(body.schema, 'body') },
        { weight: 2, arbitrary: fc.constantFrom(...examples) },
      )
    : valueFor(body.schema, 'body');
  const toPlan = (value: unknown): BodyPlan => ({ kind: 'value', value });
  return fc.oneof(
    { weight: 12, arbitrary: valid.map(toPlan) },
    { weight: 5, arbitrary: mutate(valid).map(toPlan) },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: none },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostileValue, fc.constantFrom(...CONTENT_TYPES))
        .map(
          ([value, contentType]): BodyPlan => ({ kind: 'raw', payload: JSON.stringify(value), contentType }),
        ),
    },
  );
}

/** Replaces, removes or adds one to three fields of an object. */
function mutate(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const mutation = fc.record({
    kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
    position: fc.nat(),
    key: fc.constantFrom(...HOSTILE_KEYS),
    value: hostileValue,
  });
  return fc.tuple(valid, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([value, mutations]) => {
    if (typeof value !== 'object' || value === null) return mutations[0]?.value;
    const fields = new Map(Object.entries(value));
    for (const { kind, position, key, value } of mutations) {
      const names = [...fields.keys()];
      const name = names[position % names.length];
      if (kind === 'add' || name === undefined) fields.set(key, value);
      else if (kind === 'remove') fields.delete(name);
      else fields.set(name, value);
    }
    return mergeOwn(Object.fromEntries(fields));
  });
}

/** Copies also a field `__proto__`, which an assignment would not create. */
function mergeOwn(...parts: Record<string, unknown>[]): Record<string, unknown> {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'br' },
      { 'accept-encoding': 'identity;q=0, *;q=0' },
      { 'if-none-match': '*' },
      { 'if-none-match': 'W/"x", "y"' },
      { 'if-modified-since': 'x' },
      { range: 'bytes=0-0' },
      { accept: 'application/xml' },
      { 'x-forwarded-for': '127.0.0.1, ::1' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-original-url': '/api/admin/signals/' },
      { 'user-agent': '<script>alert(1)</script>\u00ff' },
      { 'accept-language': '*'.repeat(2_000) },
      { 'last-event-id': '1.2.3' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { cookie: 'csrftoken=x; __proto__=y; a' },
      { host: 'evil.example' },
      { expect: '100-continue' },
    ),
  },
);
