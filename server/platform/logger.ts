import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { redactValues } from './redact-values.ts';

export type { Logger };

/** Fields that must never be logged, at any of the first three levels. */
const SECRETS = [
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
];

/** Logs one JSON object per line to standard error. Standard output is for the messages at start. */
export function createLogger(level: string, stream: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      serializers: { err: (error) => stdSerializers.err(redactValues(error) as Error) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    stream,
  );
}
