import type * as z from 'zod/mini';

/** The answer to a call whose fields are wrong: field name → messages; `non_field_errors` for the whole. */
export type FieldErrors = Record<string, string[]>;

type Issue = z.core.$ZodIssue;

/**
 * The messages of a failed parse in the wire format (reference: Django REST framework's wording), the first fault of each field.
 * `input` is what was parsed: an issue does not say whether its field was absent or of the wrong type.
 */
export function fieldErrors(issues: readonly Issue[], input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'non_field_errors' : String(issue.path[0]);
    // One fault a field is enough: a text that is blank is not also told that it does not fit its pattern.
    errors[field] ??= [message(issue, valueAt(input, issue.path))];
  }
  return errors;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}

function message(issue: Issue, value: unknown): string {
  if (issue.path.length > 0 && value === undefined) return 'This field is required.';
  if (issue.path.length > 0 && value === null) return 'This field may not be null.';
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, value);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), value);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message;
    case 'invalid_value':
      return `"${shorten(value)}" is not a valid choice.`;
    case 'invalid_union':
      return ofUnion(issue, value);
    default:
      return issue.message;
  }
}

/** What is wrong by the one of several types that the value has. */
function ofUnion(issue: Issue & { code: 'invalid_union' }, value: unknown): string {
  const isOfType = (errors: Issue[]) =>
    errors.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  const [error] = issue.errors.find(isOfType) ?? [];
  return error ? message(error, value) : issue.message;
}

function wrongType(expected: string, value: unknown): string {
  switch (expected) {
    case 'object':
      return `Invalid data. Expected a dictionary, but got ${kind(value)}.`;
    case 'array':
      return `Expected a list of items but got type "${kind(value)}".`;
    case 'string':
      return 'Not a valid string.';
    case 'boolean':
      return 'Must be a valid boolean.';
    case 'int':
      return 'A valid integer is required.';
    case 'number':
      return 'A valid number is required.';
    default:
      return 'Not a valid value.';
  }
}

function tooSmall(origin: string, minimum: number, value: unknown): string {
  if (origin === 'string') {
    return value === '' || minimum === 1
      ? 'This field may not be blank.'
      : `Ensure this field has at least ${minimum} characters.`;
  }
  if (origin === 'array') {
    return minimum === 1
      ? 'This list may not be empty.'
      : `Ensure this field has at least ${minimum} elements.`;
  }
  return `Ensure this value is greater than or equal to ${minimum}.`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `Ensure this field has no more than ${maximum} characters.`;
  if (origin === 'array') return `Ensure this field has no more than ${maximum} elements.`;
  return `Ensure this value is less than or equal to ${maximum}.`;
}

const FORMATS: Record<string, string> = {
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  email: 'Enter a valid email address.',
  uuid: 'Must be a valid UUID.',
};

function kind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
