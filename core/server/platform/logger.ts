import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { createLogMethod, createOutageLog, summarizeOutages } from './logging/outage-log.ts';
import { getActiveSpan } from './tracing/tracing.ts';

export type { Logger };

/**
 * Logs one JSON object per line to standard error, and few lines for an outage of the database. Standard output is for the
 * messages at start.
 */
export function createLogger(level: string, stream: DestinationStream = pino.destination(2)): Logger {
  const outageLog = createOutageLog(() => logger);
  const logger: Logger = pino(
    {
      level,
      hooks: { logMethod: createLogMethod(outageLog) },
      mixin: getTraceIds,
      formatters: { log: redactSecrets },
      serializers: {
        err: (error) => redactErrorFields(stdSerializers.err(redactValues(error) as Error)),
      },
    },
    stream,
  );
  summarizeOutages(logger, outageLog);
  return redactBindings(logger);
}

/**
 * Removes secrets from the bindings of the logger's children and of theirs, which inherit this method. The formatters of a
 * logger do not apply to them.
 */
function redactBindings(logger: Logger): Logger {
  const createChild: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return createChild.call(this, redactSecrets(bindings), options) as ReturnType<Logger['child']>;
  } as Logger['child'];
  return logger;
}

/** Links a line to its trace. */
function getTraceIds(): object {
  const span = getActiveSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

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
const redactErrorFields = (fields: object): Record<string, unknown> => redactFields(fields, MAX_DEPTH);

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
