import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { emailAddress, secret, text } from '#core/contract/fields.ts';
import { toFieldErrors } from './field-errors.ts';

const Form = z.object({
  name: z.optional(text({ maxLength: 5 })),
  email: z.optional(emailAddress()),
  password: z.optional(secret({ minLength: 6, maxLength: 8 })),
  kind: z.optional(z.enum(['buy', 'sell'])),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  ratio: z.optional(z.number()),
  isSure: z.optional(z.boolean()),
  list: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
  pair: z.optional(z.array(z.string()).check(z.minLength(2))),
  oneOrMore: z.optional(
    z.union([z.array(text({ maxLength: 5 })).check(z.maxLength(2)), text({ maxLength: 5 })]),
  ),
  id: z.optional(z.uuid()),
  date: z.optional(z.iso.date()),
  code: z.optional(z.string().check(z.regex(/^[A-Z]+$/, 'Capital letters only.'))),
});

function getErrors(input: unknown, schema: z.ZodMiniType = Form) {
  const result = z.safeParse(schema, input);
  return result.success ? {} : toFieldErrors(result.error.issues, input);
}

describe('the message of an invalid field', () => {
  it.each<[string, unknown, string]>([
    ['name', null, 'This field may not be null.'],
    ['name', 7, 'Not a valid string.'],
    ['name', '', 'This field may not be blank.'],
    ['name', '   ', 'This field may not be blank.'],
    ['name', 'Ayesha', 'Ensure this field has no more than 5 characters.'],
    ['name', 'a\0b', 'Null characters are not allowed.'],
    ['date', '14/08/2026', 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
    ['date', '2026-02-29', 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'],
    ['email', '', 'This field may not be blank.'],
    ['email', 'ayesha', 'Enter a valid email address.'],
    ['email', `${'a'.repeat(250)}@example.com`, 'Ensure this field has no more than 254 characters.'],
    ['email', 'a\0@example.com', 'Null characters are not allowed.'],
    ['password', '', 'This field may not be blank.'],
    ['password', '12345', 'Ensure this field has at least 6 characters.'],
    ['password', '123456789', 'Ensure this field has no more than 8 characters.'],
    ['kind', 'hold', '"hold" is not a valid choice.'],
    ['kind', 5, '"5" is not a valid choice.'],
    ['kind', 'x'.repeat(60), `"${'x'.repeat(40)}…" is not a valid choice.`],
    ['count', 'many', 'A valid number is required.'],
    ['count', 1.5, 'A valid integer is required.'],
    ['count', 0, 'Ensure this value is greater than or equal to 1.'],
    ['count', 11, 'Ensure this value is less than or equal to 10.'],
    ['ratio', '1', 'A valid number is required.'],
    ['isSure', 'yes', 'Must be a valid boolean.'],
    ['list', 'a', 'Expected a list of items but got type "string".'],
    ['list', [], 'This list may not be empty.'],
    ['list', ['a', 'b', 'c'], 'Ensure this field has no more than 2 elements.'],
    ['list', ['a', 7], 'Not a valid string.'],
    ['list', [null], 'This field may not be null.'],
    ['pair', ['a'], 'Ensure this field has at least 2 elements.'],
    ['oneOrMore', ['a', 'b', 'c'], 'Ensure this field has no more than 2 elements.'],
    ['oneOrMore', ['abcdef'], 'Ensure this field has no more than 5 characters.'],
    ['oneOrMore', 'abcdef', 'Ensure this field has no more than 5 characters.'],
    ['id', 'seven', 'Must be a valid UUID.'],
    ['code', 'abc', 'Capital letters only.'],
  ])('rejects %s %j with "%s"', (field, value, message) => {
    expect(getErrors({ [field]: value })).toEqual({ [field]: [message] });
  });

  it('reports absent fields as required', () => {
    const Required = z.object({ name: z.string(), list: z.array(z.string()), kind: z.enum(['buy']) });
    const required = ['This field is required.'];
    expect(getErrors({}, Required)).toEqual({ name: required, list: required, kind: required });
  });
});

describe('the message of invalid input as a whole', () => {
  it.each<[unknown, string]>([
    [null, 'Invalid data. Expected a dictionary, but got null.'],
    [[], 'Invalid data. Expected a dictionary, but got list.'],
    ['text', 'Invalid data. Expected a dictionary, but got string.'],
    [7, 'Invalid data. Expected a dictionary, but got number.'],
  ])('rejects %j with "%s"', (input, message) => {
    expect(getErrors(input)).toEqual({ non_field_errors: [message] });
  });

  it('reports one message per field', () => {
    expect(getErrors({ name: '', email: '', count: 0, ratio: 1 })).toEqual({
      name: ['This field may not be blank.'],
      email: ['This field may not be blank.'],
      count: ['Ensure this value is greater than or equal to 1.'],
    });
  });
});
