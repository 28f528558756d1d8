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

/**
 * Returns the fields of a log entry without secrets, at any of the first four levels. Instances of classes stay as they are,
 * because they have serializers of their own.
 *
 * The logger's own redaction would also copy the fields of each request's logger, which costs more than routing the request.
 */
export function redactSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return redactFields(fields, MAX_DEPTH);
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRETS.has(name) ? CENSOR : redactValue(value, depth - 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth - 1));
  return isPlain(value) ? redactFields(value, depth) : value;
}

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));
