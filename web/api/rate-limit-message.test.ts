import { describe, expect, it } from 'vitest';
import { ApiError } from './call.ts';
import { getRateLimitMessage } from './rate-limit-message.ts';

const createRateLimitError = (seconds: number | null) =>
  new ApiError(429, { detail: 'Request was throttled.' }, seconds);

describe('getRateLimitMessage', () => {
  it.each([
    [0, 'in 1 second'],
    [1, 'in 1 second'],
    [37, 'in 37 seconds'],
    [60, 'in 1 minute'],
    [61, 'in 2 minutes'],
    [300, 'in 5 minutes'],
    [3541, 'in 60 minutes'],
    [3601, 'in 2 hours'],
    [null, 'later'],
  ])('formats a wait of %s seconds as "%s"', (seconds, when) => {
    expect(getRateLimitMessage(createRateLimitError(seconds))).toBe(
      `Too many attempts. Please try again ${when}.`,
    );
  });

  it('returns null for other errors, even with Retry-After', () => {
    expect(getRateLimitMessage(new ApiError(503, { detail: 'Not available.' }, 5))).toBeNull();
    expect(getRateLimitMessage(new ApiError(400, {}))).toBeNull();
  });
});
