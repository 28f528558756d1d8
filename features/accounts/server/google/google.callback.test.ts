import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp();
afterEach(() => test.interceptCalls(null));

const NO_CODE = 'No authorization code received';
const NO_TOKENS = 'Failed to exchange code for tokens';

const json = (body: object, status = 200) => Response.json(body, { status });

describe('the Google callback', () => {
  it('returns a ticket to the page that opened the popup, with a strict content security policy', async () => {
    const browser = new GoogleBrowser(test);
    const attempt = randomUUID();
    const back = await browser.choose(await browser.start(attempt), makeGoogleAccount());
    const { status, headers, text, result } = await browser.visit(back);
    expect(status).toBe(200);
    expect(result).toEqual({ attempt, ticket: expect.stringMatching(/^[\w-]{43}$/) });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'unsafe-none',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      ),
    });
    expect(text).toContain('You can close this window');
  });

  it('completes two popups of one browser in any order', async () => {
    const browser = new GoogleBrowser(test);
    const pages = [await browser.start(), await browser.start()] as const;
    const second = await browser.visit(await browser.choose(pages[1], makeGoogleAccount()));
    const first = await browser.visit(await browser.choose(pages[0], makeGoogleAccount()));
    expect([first.result, second.result]).toEqual([
      expect.objectContaining({ ticket: expect.any(String) }),
      expect.objectContaining({ ticket: expect.any(String) }),
    ]);
  });

  it('returns an error when the user denies the sign-in', async () => {
    const browser = new GoogleBrowser(test);
    const { status, result } = await browser.completeSignIn({ account: 'denied' });
    expect(status).toBe(200);
    expect(result).toMatchObject({ error: NO_CODE });
  });

  it('returns an error when the callback has no code', async () => {
    const { browser, back, attempt } = await signInUntilCallback();
    back.searchParams.delete('code');
    expect((await browser.visit(back.href)).result).toEqual({ attempt, error: NO_CODE });
  });

  it("shows the provider's error description as text when it rejects the code", async () => {
    const browser = new GoogleBrowser(test);
    const page = `${await browser.start()}?token=rejected`;
    const { text, result } = await browser.visit(await browser.choose(page, makeGoogleAccount()));
    expect(result).toMatchObject({ error: 'The Google simulator rejected the code.' });
    expect(text).toContain('<p>The Google simulator rejected the code.</p>');
  });

  it.each<[string, () => Promise<Response>, string]>([
    [
      'markup in the description',
      async () => json({ error: 'invalid_grant', error_description: '<img src=x>"\u202e' }, 400),
      '<img src=x>"',
    ],
    [
      'a very long description',
      async () => json({ error: 'invalid_grant', error_description: 'a'.repeat(5_000) }, 400),
      `${'a'.repeat(200)}…`,
    ],
    ['no description', async () => json({ error: 'invalid_grant' }, 400), NO_TOKENS],
    ['no OpenID response', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }), NO_TOKENS],
    [
      'a response without an ID token',
      async () => json({ access_token: 'x', token_type: 'bearer' }),
      NO_TOKENS,
    ],
    ['a timeout', () => Promise.reject(new DOMException('too slow', 'TimeoutError')), NO_TOKENS],
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), NO_TOKENS],
  ])('returns a safe error for %s', async (_, response, error) => {
    const { browser, back, attempt } = await signInUntilCallback();
    test.interceptCalls(response);
    const { result, text } = await browser.visit(back.href);
    expect(result).toEqual({ attempt, error });
    expect(text).not.toContain('<img');
  });

  it.each(['nonce', 'code_verifier'])('issues no ticket when the %s does not match', async (column) => {
    const { browser, back, attempt } = await signInUntilCallback();
    await test.database.pool.query(`update google_attempts set ${column} = $1 where attempt = $2`, [
      'x'.repeat(43),
      attempt,
    ]);
    const { result } = await browser.visit(back.href);
    expect(result).toEqual({ attempt, error: expect.any(String) });
  });

  it('issues no ticket for an ID token with an invalid signature', async () => {
    const { browser, back, attempt } = await signInUntilCallback();
    test.interceptCalls(async (input, init) => {
      const response = await test.simulator(input, init);
      const body = await response.json();
      if (!body.id_token) return json(body, response.status);
      const [header, claimed, signature] = body.id_token.split('.');
      const claims = JSON.parse(Buffer.from(claimed, 'base64url').toString());
      const payload = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
      return json({ ...body, id_token: `${header}.${payload}.${signature}` });
    });
    expect((await browser.visit(back.href)).result).toEqual({ attempt, error: NO_TOKENS });
  });

  describe('with an invalid state', () => {
    it('issues no ticket for a state that was used before', async () => {
      const { browser, back, attempt } = await signInUntilCallback();
      await browser.visit(back.href);
      expect((await browser.visit(back.href)).result).toEqual({ attempt, error: NO_TOKENS });
    });

    it('issues no ticket for a forged state and notifies the waiting page', async () => {
      const { browser, back, attempt } = await signInUntilCallback();
      const validUrl = back.href;
      back.searchParams.set('state', 'x'.repeat(43));
      expect((await browser.visit(back.href)).result).toEqual({ attempt, error: NO_TOKENS });
      expect((await browser.visit(validUrl)).result).toEqual({ attempt, ticket: expect.any(String) });
    });

    it('issues no ticket in another browser and leaves the attempt valid', async () => {
      const { browser, back, attempt } = await signInUntilCallback();
      const otherBrowser = new GoogleBrowser(test);
      await otherBrowser.start();
      expect((await otherBrowser.visit(back.href)).result).toEqual({ attempt, error: NO_TOKENS });
      expect((await new GoogleBrowser(test).visit(back.href)).result).toMatchObject({ error: NO_TOKENS });
      expect((await browser.visit(back.href)).result).toEqual({ attempt, ticket: expect.any(String) });
    });

    it('issues no ticket after ten minutes', async () => {
      const { browser, back, attempt } = await signInUntilCallback();
      test.clock.advance(10 * MINUTE);
      expect((await browser.visit(back.href)).result).toEqual({ attempt, error: NO_TOKENS });
    });

    it('shows an error and returns no result without a matching attempt', async () => {
      const browser = new GoogleBrowser(test);
      for (const query of [
        '',
        '?state=%00',
        '?state=a&state=b&code=c',
        '?error=%3Cb%3E&error_description=%3Cb%3E',
      ]) {
        const { status, text, result } = await browser.visit(`/api/customers/auth/google/callback/${query}`);
        expect({ status, result }).toEqual({ status: 400, result: null });
        expect(text).toContain(NO_TOKENS);
        expect(text).not.toContain('<b>');
      }
    });
  });
});

/** Returns a browser that has signed in at the simulator, and the callback URL. */
async function signInUntilCallback() {
  const browser = new GoogleBrowser(test);
  const attempt = randomUUID();
  const back = new URL(await browser.choose(await browser.start(attempt), makeGoogleAccount()));
  return { browser, back, attempt };
}
