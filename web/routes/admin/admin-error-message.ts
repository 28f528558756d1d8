import { ApiError } from '#web/api/call.ts';
import { failureText } from '#web/api/failure-text.ts';

/** What to tell an administrator of a call that failed: what went wrong and what to do. */
export function getAdminErrorMessage(error: unknown): string {
  return error instanceof ApiError && error.status === 401
    ? 'Your sign-in has ended. Sign in again in another tab, then repeat this.'
    : failureText(error);
}
