import { describe, expect, it } from 'vitest';
import {
  GoogleBrowser,
  makeGoogleAccount,
  PUBLIC_URL,
  useGoogleApp,
} from '#tests/support/accounts/google.ts';
import { ACCOUNTS, getSubject } from './account-chooser.ts';

const test = useGoogleApp();
const mount = '/simulators/google';

describe('the Google simulator', () => {
  it('serves its discovery document under its issuer URL', async () => {
    const response = await test.request({
      url: `${mount}/.well-known/openid-configuration`,
      headers: { host: 'localhost:3000' },
    });
    expect(response.json()).toMatchObject({
      issuer: PUBLIC_URL + mount,
      authorization_endpoint: `${PUBLIC_URL}${mount}/auth`,
      token_endpoint: `${PUBLIC_URL}${mount}/token`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('lists a verified Gmail account first and keeps the window connected to its opener', async () => {
    const { text, headers } = await new GoogleBrowser(test).openAccountChooser();
    const first = /<button name="account" value="([^"]+)"/.exec(text)?.[1];
    expect(first).toMatch(/@gmail\.com$/);
    expect(ACCOUNTS.find(({ email }) => email === first)?.isEmailVerified).toBe(true);
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(text).not.toContain('<script');
  });

  it('asks for an account on every sign-in', async () => {
    const browser = new GoogleBrowser(test);
    const one = await browser.signIn(makeGoogleAccount({ email: 'one@gmail.com' }));
    const other = await browser.signIn(makeGoogleAccount({ email: 'other@gmail.com' }));
    expect([one.body.user.email, other.body.user.email]).toEqual(['one@gmail.com', 'other@gmail.com']);
  });

  it.each(ACCOUNTS)('signs in $name', async ({ email, name, isEmailVerified }) => {
    const { status, body } = await new GoogleBrowser(test).signIn({ account: email });
    if (!isEmailVerified) return expect(status).toBe(400);
    expect(body.user).toMatchObject({ email, google_id: getSubject(email) });
    expect(`${body.user.first_name} ${body.user.last_name}`).toBe(name);
  });

  it.each([
    ['without a name', { account: 'other', name: ' ', email: 'a@gmail.com' }],
    ['without an email address', { account: 'other', name: 'Ayesha', email: 'nothing' }],
  ])('rejects an account %s and escapes markup', async (_, form) => {
    const browser = new GoogleBrowser(test);
    const { status, text } = await browser.submit(await browser.start(), { ...form, hd: '"><b>' });
    expect(status).toBe(400);
    expect(text).toContain('Enter a name and an email address.');
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('shows that a sign-in has expired', async () => {
    const { status, text } = await new GoogleBrowser(test).visit(`${mount}/interaction/nothing`);
    expect(status).toBe(400);
    expect(text).toContain('This sign-in has expired');
  });

  it.each<[string, Record<string, string>]>([
    ['an unregistered redirect URI', { redirect_uri: `${PUBLIC_URL}/elsewhere` }],
    ['an unknown client', { client_id: 'another' }],
  ])('does not redirect a request with %s', async (_, change) => {
    const { status, headers } = await requestCode(change);
    expect(status).toBe(400);
    expect(headers.location).toBeUndefined();
  });

  it('requires PKCE', async () => {
    const { headers } = await requestCode({ code_challenge: '', code_challenge_method: '' });
    expect(String(headers.location)).toContain('error=invalid_request');
  });

  it.each<[string, (form: URLSearchParams) => void]>([
    ['another secret', (form) => form.set('client_secret', 'guessed')],
    ['no secret', (form) => form.delete('client_secret')],
    ['another verifier', (form) => form.set('code_verifier', 'x'.repeat(43))],
    ['another redirect URI', (form) => form.set('redirect_uri', `${PUBLIC_URL}/elsewhere`)],
  ])('issues no tokens for %s', async (_, change) => {
    const browser = new GoogleBrowser(test);
    const back = await browser.choose(await browser.start(), makeGoogleAccount());
    const statuses: number[] = [];
    test.interceptCalls(async (input, init) => {
      const form = new URLSearchParams(String(init?.body ?? ''));
      if (form.has('code')) change(form);
      const response = await test.simulator(input, form.has('code') ? { ...init, body: form } : init);
      if (form.has('code')) statuses.push(response.status);
      return response;
    });
    expect((await browser.visit(back)).result).toHaveProperty('error');
    test.interceptCalls(null);
    expect([400, 401]).toContain(statuses[0]);
  });
});

/** Requests a code as the product does, with the given changes. */
async function requestCode(change: Record<string, string>) {
  const query = new URLSearchParams({
    client_id: 'tezi-demo',
    redirect_uri: `${PUBLIC_URL}/api/customers/auth/google/callback/`,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...change,
  });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  const { status, headers } = await new GoogleBrowser(test).visit(`${mount}/auth?${query}`);
  return { status, headers };
}
