import { describe, expect, it } from 'vitest';
import { GoogleBrowser, PUBLIC_URL, somebody, useGoogleApp } from '#tests/support/accounts/google.ts';
import { PEOPLE, subjectOf } from './accounts.ts';

const test = useGoogleApp();
const mount = '/simulators/google';

describe("the demo's stand-in for Google", () => {
  it('describes itself under the address at which the server finds it', async () => {
    const answer = await test.request({
      url: `${mount}/.well-known/openid-configuration`,
      headers: { host: 'localhost:3000' },
    });
    expect(answer.json()).toMatchObject({
      issuer: PUBLIC_URL + mount,
      authorization_endpoint: `${PUBLIC_URL}${mount}/auth`,
      token_endpoint: `${PUBLIC_URL}${mount}/token`,
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('asks who one is, a verified person at Gmail first, and parts no window from its opener', async () => {
    const { text, headers } = await new GoogleBrowser(test).openPeople();
    const first = /<button name="person" value="([^"]+)"/.exec(text)?.[1];
    expect(first).toMatch(/@gmail\.com$/);
    expect(PEOPLE.find(({ email }) => email === first)?.isEmailVerified).toBe(true);
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(text).not.toContain('<script');
  });

  it('asks anew every time', async () => {
    const browser = new GoogleBrowser(test);
    const one = await browser.signIn(somebody({ email: 'one@gmail.com' }));
    const other = await browser.signIn(somebody({ email: 'other@gmail.com' }));
    expect([one.body.user.email, other.body.user.email]).toEqual(['one@gmail.com', 'other@gmail.com']);
  });

  it.each(PEOPLE)('lets one be $name', async ({ email, name, isEmailVerified }) => {
    const { status, body } = await new GoogleBrowser(test).signIn({ person: email });
    if (!isEmailVerified) return expect(status).toBe(400);
    expect(body.user).toMatchObject({ email, google_id: subjectOf(email) });
    expect(`${body.user.first_name} ${body.user.last_name}`).toBe(name);
  });

  it.each([
    ['without a name', { person: 'somebody', name: ' ', email: 'a@gmail.com' }],
    ['without an address', { person: 'somebody', name: 'Ayesha', email: 'nothing' }],
  ])('asks again for somebody %s, and shows markup as text', async (_, form) => {
    const browser = new GoogleBrowser(test);
    const { status, text } = await browser.submit(await browser.start(), { ...form, hd: '"><b>' });
    expect(status).toBe(400);
    expect(text).toContain('Enter a name and an e-mail address.');
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('says that a sign-in which has ended is over', async () => {
    const { status, text } = await new GoogleBrowser(test).visit(`${mount}/interaction/nothing`);
    expect(status).toBe(400);
    expect(text).toContain('This sign-in is over');
  });

  it.each<[string, Record<string, string>]>([
    ['a redirect address that is not registered', { redirect_uri: `${PUBLIC_URL}/elsewhere` }],
    ['an unknown client', { client_id: 'another' }],
  ])('sends nobody anywhere with %s', async (_, change) => {
    const { status, headers } = await askForCode(change);
    expect(status).toBe(400);
    expect(headers.location).toBeUndefined();
  });

  it('asks for PKCE', async () => {
    const { headers } = await askForCode({ code_challenge: '', code_challenge_method: '' });
    expect(String(headers.location)).toContain('error=invalid_request');
  });

  it.each<[string, (form: URLSearchParams) => void]>([
    ['another secret', (form) => form.set('client_secret', 'guessed')],
    ['no secret', (form) => form.delete('client_secret')],
    ['another verifier', (form) => form.set('code_verifier', 'x'.repeat(43))],
    ['another redirect address', (form) => form.set('redirect_uri', `${PUBLIC_URL}/elsewhere`)],
  ])('gives no tokens for %s', async (_, change) => {
    const browser = new GoogleBrowser(test);
    const back = await browser.choose(await browser.start(), somebody());
    const statuses: number[] = [];
    test.answerCalls(async (input, init) => {
      const form = new URLSearchParams(String(init?.body ?? ''));
      if (form.has('code')) change(form);
      const answer = await test.standIn(input, form.has('code') ? { ...init, body: form } : init);
      if (form.has('code')) statuses.push(answer.status);
      return answer;
    });
    expect((await browser.visit(back)).result).toHaveProperty('error');
    test.answerCalls(null);
    expect([400, 401]).toContain(statuses[0]);
  });
});

/** Asks for a code as the product does, but for what is changed. */
async function askForCode(change: Record<string, string>) {
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
