import pg from 'pg';
import { ConfigError } from '#server/config/config.ts';
import { findUnavailable } from '#server/platform/database/unavailable.ts';
import { getRootMessage } from '#server/platform/root-message.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/** Returns what to print instead of a stack trace; `null` for an unexpected error. */
export function describeStartupError(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message;
  return describeDatabaseError(error);
}

/** Returns a sentence for the operator about an error of the database; `null` for any other error. */
export function describeDatabaseError(error: unknown): string | null {
  if (findUnavailable(error)) {
    return (
      `The database is not available: ${getRootMessage(error)}. ` +
      'Check that it is running and accepts connections, then start again.'
    );
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) {
      const { message, code, detail, hint } = cause;
      const notes = [detail, hint].filter((note) => note !== undefined).map((note) => ` ${note}`);
      return `The database reported an error: ${message} (SQLSTATE ${code}).${notes.join('')}`;
    }
  }
  return null;
}
