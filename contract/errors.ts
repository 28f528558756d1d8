import type { FieldErrors } from './field-errors.ts';

/**
 * What a refused call answers: `detail` for the whole call (with a stable `code` where a program reacts to it),
 * `error` on the calls for which the product's wire format says so, else messages by field.
 */
export type ErrorBody =
  | {
      detail: string;
      code?: string;
      messages?: { token_class: string; token_type: string; message: string }[];
    }
  | { error: string }
  | FieldErrors;

/** The first message of a field in an error body that came over the wire, whatever its shape. */
export function firstMessage(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[field];
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}

/** Every field's messages in an error body that came over the wire; an empty object when it has none. */
export function messagesByField(body: unknown): FieldErrors {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((message) => typeof message === 'string'),
    ),
  );
}
