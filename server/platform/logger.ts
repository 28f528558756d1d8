import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { redactSecrets } from './redact-secrets.ts';
import { redactValues } from './redact-values.ts';

export type { Logger };

/** Logs one JSON object per line to standard error. Standard output is for the messages at start. */
export function createLogger(level: string, stream: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      formatters: { log: redactSecrets },
      serializers: {
        err: (error) => redactSecrets({ ...stdSerializers.err(redactValues(error) as Error) }),
      },
    },
    stream,
  );
}
