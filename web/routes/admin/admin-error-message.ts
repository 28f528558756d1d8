import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';

/** Returns the message for an administrator whose call failed: the cause and what to do. */
export function getAdminErrorMessage(error: unknown): string {
  return error instanceof ApiError && error.status === 401
    ? 'Your session has ended. Sign in again in another tab, then try again.'
    : getErrorMessage(error);
}
