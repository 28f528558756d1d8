import type { FieldErrors } from './api/field-errors.ts';

/**
 * The body of an error response: `detail` for the whole request (with a stable `code` for clients that react to it,
 * the `warnings` to override, and for a page past the end of a list the `last_page`), `error` on the endpoints whose wire format has it, or messages by field.
 * Responses with a status from 500 on add `request_id`.
 */
export type ErrorBody =
  | {
      detail: string;
      code?: string;
      messages?: { token_class: string; token_type: string; message: string }[];
      warnings?: Warning[];
      last_page?: number;
    }
  | { error: string }
  | FieldErrors;

/** A doubt about what was sent, which the caller can override with a reason. */
export interface Warning {
  code: string;
  field: string;
  message: string;
}

/** Returns the first message of a field in an error body of any shape. */
export function getFirstMessage(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value = (body as Record<string, unknown>)[field];
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}

/** Returns the messages of all fields in an error body of any shape; an empty object if it has none. */
export function getMessagesByField(body: unknown): FieldErrors {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((message) => typeof message === 'string'),
    ),
  );
}
