import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { redactErrorFields, redactSecrets } from './redact-secrets.ts';
import { redactValues } from './redact-values.ts';
import { getActiveSpan } from './tracing/tracing.ts';

export type { Logger };

/** Logs one JSON object per line to standard error. Standard output is for the messages at start. */
export function createLogger(level: string, stream: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      mixin: getTraceIds,
      formatters: { log: redactSecrets },
      serializers: {
        err: (error) => redactErrorFields(stdSerializers.err(redactValues(error) as Error)),
      },
    },
    stream,
  );
}

/** Links a line to its trace. */
function getTraceIds(): object {
  const span = getActiveSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}
