import * as z from 'zod/mini';
import { invalidFields } from './paddle-error.ts';

/** Parses external input, and rejects it with Paddle's error format, field by field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'body',
      message: message || 'Invalid',
    })),
  );
}
