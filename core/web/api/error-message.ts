import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { ApiError } from './call.ts';
import { getRateLimitMessage } from './rate-limit-message.ts';

/** The message of calls that have no `failure` text of their own. */
const HTTP_ERROR = 'HTTP error! status';

/**
 * Returns the message to show for a failed call: what went wrong and what to do. `failure` names the call, for example
 * `Failed to fetch profile`. It precedes the status unless the server gave a reason that the user can act on.
 */
export function getErrorMessage(error: unknown, failure?: string): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return `${failure ? `${failure}. ` : ''}The server did not respond. Check your connection and try again.`;
  }
  if (error.status === 401) return 'Your session has ended. Please sign in again.';
  const reason = getRateLimitMessage(error) ?? getReason(error);
  const message =
    reason !== undefined && (failure === undefined || error.status < 500)
      ? reason
      : `${failure ?? HTTP_ERROR}: ${error.status}. ${reason ?? 'Please try again.'}`;
  // An outage ends without a report.
  return error.status === 500 && error.requestId ? `${message} Request ID: ${error.requestId}` : message;
}

/** Returns whether the server responded, so that a notification of the failure can be loaded too. */
export const isResponse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status > 0;

const getReason = ({ body }: ApiError): string | undefined =>
  getFirstMessage(body, 'detail') ??
  getFirstMessage(body, 'error') ??
  Object.values(getMessagesByField(body))[0]?.[0];
