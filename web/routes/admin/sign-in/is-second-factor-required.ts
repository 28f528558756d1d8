import { getFirstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';

/** Returns whether the API rejected a call because the administrator must set up a second factor first. */
export const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && getFirstMessage(error.body, 'code') === 'second_factor_required';
