import { type Logger, pino } from 'pino';

export type { Logger };

/** Fields that must never reach a log line, wherever they stand. */
const SECRETS = [
  'password',
  'new_password',
  'current_password',
  'access',
  'refresh',
  'refresh_token',
  'authorization',
];

/** One JSON object a line, on standard error: standard output is for what a person reads at start. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    pino.destination(2),
  );
}
