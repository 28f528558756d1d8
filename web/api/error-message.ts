import { getFirstMessage, getMessagesByField } from '#contract/errors.ts';
import { ApiError } from './call.ts';
import { getRateLimitMessage } from './rate-limit-message.ts';

/** Returns the message to show for a failed call: what went wrong and what to do. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return 'The server did not respond. Check your connection and try again.';
  }
  if (error.status === 401) return 'Your session has ended. Please sign in again.';
  return (
    getRateLimitMessage(error) ??
    getFirstMessage(error.body, 'detail') ??
    getFirstMessage(error.body, 'error') ??
    Object.values(getMessagesByField(error.body))[0]?.[0] ??
    `HTTP error! status: ${error.status}. Please try again.`
  );
}
