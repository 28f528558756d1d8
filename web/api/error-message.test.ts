import { describe, expect, it } from 'vitest';
import { readProfile } from '#contract/accounts/profile.ts';
import { callEndpoint } from './call.ts';
import { getErrorMessage } from './error-message.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function textFor(body: string, init: ResponseInit): Promise<string> {
  try {
    await callEndpoint(readProfile, {}, async () => new Response(body, init));
    return 'no failure';
  } catch (error) {
    return getErrorMessage(error);
  }
}

describe('a call that failed is told', () => {
  it.each([
    [500, '{"detail":"Something went wrong."}', 'Something went wrong.'],
    [400, '{"error":"Current password is incorrect"}', 'Current password is incorrect'],
    [400, '{"phone":["Enter a valid phone number."]}', 'Enter a valid phone number.'],
    [401, '{"detail":"Token is invalid"}', 'Your sign-in has ended. Please sign in again.'],
    [429, '{"detail":"Request was throttled."}', 'Too many attempts. Please try again later.'],
    [503, '{}', 'HTTP error! status: 503. Please try again.'],
  ])('by status and body: %s %s', async (status, body, text) => {
    expect(await textFor(body, { status, headers: JSON_TYPE })).toBe(text);
  });

  it("by its status when a proxy answers with a page of its own in the server's place", async () => {
    expect(await textFor('<h1>Bad Gateway</h1>', { status: 502 })).toBe(
      'HTTP error! status: 502. Please try again.',
    );
  });

  it('by its format when what should be data is a page', async () => {
    expect(await textFor('<h1>Welcome to the hotel</h1>', { status: 200 })).toBe(
      'Server returned unexpected format instead of JSON',
    );
  });

  it('when there was no answer at all', () => {
    expect(getErrorMessage(new TypeError('Failed to fetch'))).toBe(
      'The server did not answer. Check your connection and try again.',
    );
  });
});
