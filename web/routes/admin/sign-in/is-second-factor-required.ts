import { getFirstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';

/** The configuration requires a second factor, and this administrator has not set one up. */
export const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && getFirstMessage(error.body, 'code') === 'second_factor_required';
