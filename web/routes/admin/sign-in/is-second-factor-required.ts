import { firstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';

/** The configuration requires a second factor, and this administrator has not set one up. */
export const isSecondFactorAsked = (error: unknown) =>
  error instanceof ApiError && firstMessage(error.body, 'code') === 'second_factor_required';
