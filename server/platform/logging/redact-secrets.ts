/** Fields whose values must never be logged. */
const SECRETS = new Set([
  'password',
  'new_password',
  'current_password',
  'access',
  'refresh',
  'refresh_token',
  'access_token',
  'token',
  'authorization',
  'cookie',
]);
const CENSOR = '[secret]';
const MAX_DEPTH = 4;

/** The fields of a log entry that have a serializer, which needs the original value. */
const SERIALIZED = new Set(['err', 'req', 'res']);

/**
 * Returns the fields of a log entry without secrets, at any of the first four levels. Objects that convert themselves to JSON,
 * such as dates, stay as they are.
 *
 * The logger's own redaction would also copy the fields of each request's logger, which costs more than routing the request.
 */
export function redactSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SERIALIZED.has(name) ? value : redactField(name, value, MAX_DEPTH),
    ]),
  );
}

/** Returns the fields of a serialized error without secrets, those of the errors in it included. */
export const redactErrorFields = (fields: object): Record<string, unknown> => redactFields(fields, MAX_DEPTH);

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, redactField(name, value, depth)]),
  );
}

const redactField = (name: string, value: unknown, depth: number) =>
  SECRETS.has(name) ? CENSOR : redactValue(value, depth - 1);

function redactValue(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth - 1));
  return 'toJSON' in value ? value : redactFields(value, depth);
}
