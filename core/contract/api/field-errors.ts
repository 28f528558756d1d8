import type * as z from 'zod/mini';

/** The error body for invalid input: field name → messages, with `non_field_errors` for the whole input. */
export type FieldErrors = Record<string, string[]>;

type Issue = z.core.$ZodIssue;

/**
 * Converts the issues of a failed parse to field errors, with the first issue of each field and the wording of Django REST
 * framework. `input` is the parsed value: an issue does not show whether its field was absent or of the wrong type.
 */
export function toFieldErrors(issues: readonly Issue[], input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? 'non_field_errors' : String(issue.path[0]);
    // One message per field is enough: a blank string would also fail its pattern.
    errors[field] ??= [toMessage(issue, getValueAt(input, issue.path))];
  }
  return errors;
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}

function toMessage(issue: Issue, value: unknown): string {
  if (issue.path.length > 0 && value === undefined) return 'This field is required.';
  if (issue.path.length > 0 && value === null) return 'This field may not be null.';
  switch (issue.code) {
    case 'invalid_type':
      return toTypeMessage(issue.expected, value);
    case 'too_small':
      return toMinimumMessage(issue.origin, Number(issue.minimum), value);
    case 'too_big':
      return toMaximumMessage(issue.origin, Number(issue.maximum));
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message;
    case 'invalid_value':
      return `"${shorten(value)}" is not a valid choice.`;
    case 'invalid_union':
      return toUnionMessage(issue, value);
    default:
      return issue.message;
  }
}

/** Returns the message of the union member whose type the value has. */
function toUnionMessage(issue: Issue & { code: 'invalid_union' }, value: unknown): string {
  const isOfType = (errors: Issue[]) =>
    errors.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  const [error] = issue.errors.find(isOfType) ?? [];
  return error ? toMessage(error, value) : issue.message;
}

function toTypeMessage(expected: string, value: unknown): string {
  switch (expected) {
    case 'object':
      return `Invalid data. Expected a dictionary, but got ${getTypeName(value)}.`;
    case 'array':
      return `Expected a list of items but got type "${getTypeName(value)}".`;
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

function toMinimumMessage(origin: string, minimum: number, value: unknown): string {
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

function toMaximumMessage(origin: string, maximum: number): string {
  if (origin === 'string') return `Ensure this field has no more than ${maximum} characters.`;
  if (origin === 'array') return `Ensure this field has no more than ${maximum} elements.`;
  return `Ensure this value is less than or equal to ${maximum}.`;
}

const FORMATS: Record<string, string> = {
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  email: 'Enter a valid email address.',
  uuid: 'Must be a valid UUID.',
};

function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
