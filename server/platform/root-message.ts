/** Returns the message of the original error: query errors wrap it in the whole text of the statement. */
export function getRootMessage(error: unknown): string {
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.length > 0) return getRootMessage(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? getRootMessage(error.cause) : error.message || error.name;
}
