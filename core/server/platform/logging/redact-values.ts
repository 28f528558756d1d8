import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/**
 * Returns the error without the values of a failed query, for logging. Message and stack of a query error contain the
 * values, such as emails, hashes and user input. Only the query text with its placeholders remains. PostgreSQL's own errors
 * have the values of the row in their details, and some in their messages.
 */
export function redactValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) return withoutDetails(error);
  const cause = redactValues(error.cause);
  if (!(error instanceof DrizzleQueryError) && cause === error.cause) return error;
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const cleaned = new Error(message, { cause });
  cleaned.name = error.name;
  cleaned.stack = [`${error.name}: ${message}`, ...getStackFrames(error)].join('\n');
  return Object.assign(cleaned, 'code' in error ? { code: error.code } : {});
}

/**
 * The classes of SQLSTATE whose messages contain values: 22 (invalid input, out of range), P0 (raised by functions) and XX
 * (internal errors, which may name anything).
 */
const CLASSES_WITH_VALUES = ['22', 'P0', 'XX'];

/** The other fields name parts of the schema and the position in the server's source. */
function withoutDetails(error: pg.DatabaseError): Error {
  const { detail, where, hint, internalQuery, ...fields } = error;
  const { code = '', routine = 'an unknown routine' } = error;
  const message = CLASSES_WITH_VALUES.includes(code.slice(0, 2))
    ? `PostgreSQL error ${code} in ${routine}`
    : error.message;
  const cleaned = new Error(message);
  cleaned.stack = [`${error.name}: ${message}`, ...getStackFrames(error)].join('\n');
  return Object.assign(cleaned, fields, { name: error.name });
}

/** Returns the stack frames. They follow the message, which may contain lines that look like frames. */
function getStackFrames({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message);
  const rest = end < 0 ? '' : stack.slice(end + message.length);
  return rest.split('\n').filter((line) => /^ {4}at /.test(line));
}
