import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { createLogMethod, createOutageLog, summarizeOutages } from './logging/outage-log.ts';
import { redactErrorFields, redactSecrets } from './logging/redact-secrets.ts';
import { redactValues } from './logging/redact-values.ts';
import { getActiveSpan } from './tracing/tracing.ts';

export type { Logger };

/** Logs one JSON object per line to standard error, and few lines for an outage of the database. Standard output is for the messages at start. */
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
