/** The server or a command cannot start for a reason that the operator can fix: only the message is shown, not the stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}

/** Returns the message of the original error: query errors wrap it in the whole text of the statement. */
export function getRootMessage(error: unknown): string {
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return getRootMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? getRootMessage(error.cause) : error.message || error.name;
}

/** Another process has the embedded database open, or is opening it. */
export class DatabaseHeldError extends StartupError {}
