import { describe, expect, it } from 'vitest';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { ApiError, callEndpoint } from './call.ts';
import { getErrorMessage } from './error-message.ts';
import { getRateLimitMessage } from './rate-limit-message.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function getMessageFor(body: string, init: ResponseInit, failure?: string): Promise<string> {
  try {
    await callEndpoint(readProfile, {}, async () => new Response(body, init));
    return 'no error';
  } catch (error) {
    return getErrorMessage(error, failure);
  }
}

describe('getErrorMessage', () => {
  it.each([
    [500, '{"detail":"Something went wrong."}', 'Something went wrong.'],
    [400, '{"error":"Current password is incorrect"}', 'Current password is incorrect'],
    [400, '{"phone":["Enter a valid phone number."]}', 'Enter a valid phone number.'],
    [401, '{"detail":"Token is invalid"}', 'Your session has ended. Please sign in again.'],
    [429, '{"detail":"Request was throttled."}', 'Too many attempts. Please try again later.'],
    [503, '{}', 'HTTP error! status: 503. Please try again.'],
  ])('describes status %s with body %s', async (status, body, text) => {
    expect(await getMessageFor(body, { status, headers: JSON_TYPE })).toBe(text);
  });

  it.each([
    [500, '{}', 'Failed to fetch profile', 'Failed to fetch profile: 500. Please try again.'],
    [
      503,
      '{"detail":"The service is temporarily unavailable."}',
      'Failed to fetch subscription details',
      'Failed to fetch subscription details: 503. The service is temporarily unavailable.',
    ],
    [404, '{}', 'Failed to update profile', 'Failed to update profile: 404. Please try again.'],
    [
      400,
      '{"error":"Current password is incorrect"}',
      'Failed to update password',
      'Current password is incorrect',
    ],
    [401, '{}', 'Failed to fetch profile', 'Your session has ended. Please sign in again.'],
  ])('names the call in the message for status %s with body %s', async (status, body, failure, text) => {
    expect(await getMessageFor(body, { status, headers: JSON_TYPE }, failure)).toBe(text);
  });

  it.each([
    [500, undefined, 'Something went wrong. Request ID: abc-1'],
    [500, 'Failed to fetch profile', 'Failed to fetch profile: 500. Something went wrong. Request ID: abc-1'],
    // An outage ends without a report.
    [503, undefined, 'Something went wrong.'],
    [400, undefined, 'Something went wrong.'],
  ])('names the request ID of a failure with status 500: %s, %s', async (status, failure, text) => {
    const headers = { ...JSON_TYPE, 'X-Request-ID': 'abc-1' };
    expect(await getMessageFor('{"detail":"Something went wrong."}', { status, headers }, failure)).toBe(
      text,
    );
  });

  it("describes a proxy's error page by its status", async () => {
    expect(await getMessageFor('<h1>Bad Gateway</h1>', { status: 502 })).toBe(
      'HTTP error! status: 502. Please try again.',
    );
  });

  it('reports a response that is HTML instead of JSON', async () => {
    expect(await getMessageFor('<h1>Welcome to the hotel</h1>', { status: 200 })).toBe(
      'Server returned unexpected format instead of JSON',
    );
  });

  it('reports a missing response', () => {
    const error = new TypeError('Failed to fetch');
    const text = 'The server did not respond. Check your connection and try again.';
    expect(getErrorMessage(error)).toBe(text);
    expect(getErrorMessage(error, 'Failed to fetch profile')).toBe(`Failed to fetch profile. ${text}`);
  });
});

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
