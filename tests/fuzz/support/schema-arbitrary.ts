import fc from 'fast-check';
import { hostileText } from './hostile-values.ts';
import type { Schema } from './operations.ts';

/**
 * A value that exists when the request is sent, such as the ID of a row or the account's password. `position` from 0 to 1
 * chooses one of those that the field has at that time; without any, the fallback is sent.
 */
export class Reference {
  readonly field: string;
  readonly position: number;
  readonly fallback: unknown;

  constructor(field: string, position: number, fallback: unknown) {
    this.field = field;
    this.position = position;
    this.fallback = fallback;
  }
}

const MAX_LENGTH = 300;
const MAX_ITEMS = 4;
/** Positions are whole numbers: nearly all floating-point numbers from 0 to 1 would choose the first value. */
const POSITIONS = 1_000;

/** Generates values that match a schema, and references to existing values of the same field. */
export function valueFor(schema: Schema, field: string): fc.Arbitrary<unknown> {
  const { nullable, ...rest } = schema;
  if (nullable) return fc.oneof({ weight: 3, arbitrary: valueFor(rest, field) }, fc.constant(null));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueFor(each, field)));
  if (schema.allOf) return valueFor(Object.assign({}, ...schema.allOf), field);
  switch (schema.type) {
    case 'string':
      return withReferences(stringOf(schema), field);
    case 'integer':
      return withReferences(integerOf(schema), field);
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS)),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, each]) => [name, valueFor(each, name)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}

const withReferences = (generated: fc.Arbitrary<unknown>, field: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 7,
      arbitrary: fc
        .tuple(fc.noBias(fc.nat({ max: POSITIONS - 1 })), generated)
        .map(([position, fallback]) => new Reference(field, position / POSITIONS, fallback)),
    },
    { weight: 1, arbitrary: generated },
  );

function integerOf({ minimum = -1_000, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) });
}

function stringOf({ format, pattern, minLength = 0, maxLength = MAX_LENGTH }: Schema): fc.Arbitrary<string> {
  const date = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2040-12-31'),
    noInvalidDate: true,
  });
  switch (format) {
    case 'date':
      return date.map((each) => each.toISOString().slice(0, 10));
    case 'date-time':
      return date.map((each) => each.toISOString());
    case 'uuid':
      return fc.uuid();
    case 'email':
      return fc.emailAddress();
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_LENGTH)) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.string(length) },
    { weight: 1, arbitrary: fc.string({ ...length, unit: 'grapheme' }) },
    {
      weight: 1,
      arbitrary: hostileText.map((text) => text.slice(0, length.maxLength).padEnd(minLength, 'x')),
    },
  );
}
