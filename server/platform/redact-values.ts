import { DrizzleQueryError } from 'drizzle-orm';

/**
 * The error as it may be logged: a failed query names its values in message and stack, and among them are e-mails,
 * hashes and whatever people sent. Only the query's text stays, with its places for values.
 */
export function redactValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const cause = redactValues(error.cause);
  if (!(error instanceof DrizzleQueryError) && cause === error.cause) return error;
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const cleaned = new Error(message, { cause });
  cleaned.name = error.name;
  cleaned.stack = [`${error.name}: ${message}`, ...framesOf(error)].join('\n');
  return Object.assign(cleaned, 'code' in error ? { code: error.code } : {});
}

/** The lines of the stack that come after the message, which may itself have lines of any form. */
function framesOf({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message);
  const rest = end < 0 ? '' : stack.slice(end + message.length);
  return rest.split('\n').filter((line) => /^ {4}at /.test(line));
}
