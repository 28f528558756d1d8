import * as z from 'zod/mini';
import { invalidFields } from './paddle-error.ts';

/** What a schema makes of an input from outside; refuses it in Paddle's form, field by field. */
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
