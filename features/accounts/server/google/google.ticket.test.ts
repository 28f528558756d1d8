import { describe, expect, it } from 'vitest';
import { SECOND } from '#core/server/platform/clock.ts';
import { googleSignIn } from '#features/accounts/contract/google.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp({ LIMIT_GOOGLE_ADDRESS: '200/10m' });

const REJECTED = {
  status: 400,
  body: { error: 'This sign-in with Google has expired. Please try again.' },
};

const redeem = async (browser: GoogleBrowser, ticket: string) => {
  const { status, body } = await browser.redeem(ticket);
  return { status, body };
};

describe('a ticket', () => {
  it('accepts a ticket once', async () => {
    const browser = new GoogleBrowser(test);
    const ticket = await browser.getTicket(makeGoogleAccount());
    expect((await browser.redeem(ticket)).status).toBe(200);
    expect(await redeem(browser, ticket)).toEqual(REJECTED);
  });

  it('accepts a ticket for one of two simultaneous calls', async () => {
    const browser = new GoogleBrowser(test);
    const ticket = await browser.getTicket(makeGoogleAccount());
    const both = await Promise.all([browser.redeem(ticket), browser.redeem(ticket)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('rejects a ticket after one minute', async () => {
    const browser = new GoogleBrowser(test);
    const [first, second] = [
      await browser.getTicket(makeGoogleAccount()),
      await browser.getTicket(makeGoogleAccount()),
    ];
    test.clock.advance(59 * SECOND);
    expect((await browser.redeem(first)).status).toBe(200);
    test.clock.advance(SECOND);
    expect(await redeem(browser, second)).toEqual(REJECTED);
  });

  it('accepts a ticket only from the browser that started the sign-in, even after another has tried', async () => {
    const browser = new GoogleBrowser(test);
    const other = new GoogleBrowser(test);
    await other.start();
    const ticket = await browser.getTicket(makeGoogleAccount());
    expect(await redeem(other, ticket)).toEqual(REJECTED);
    expect(await redeem(new GoogleBrowser(test), ticket)).toEqual(REJECTED);
    expect((await browser.redeem(ticket)).status).toBe(200);
  });

  it('uses up the ticket of a rejected sign-in', async () => {
    const browser = new GoogleBrowser(test);
    const ticket = await browser.getTicket(makeGoogleAccount({ isVerified: false }));
    expect((await redeem(browser, ticket)).body.error).toContain('has not verified');
    expect(await redeem(browser, ticket)).toEqual(REJECTED);
  });

  it.each(['forged', 'x'.repeat(200)])('rejects a ticket that was never issued: %s', async (ticket) => {
    const browser = new GoogleBrowser(test);
    await browser.start();
    expect(await redeem(browser, ticket)).toEqual(REJECTED);
  });

  it('stores only the hash of a ticket, and deletes it with its profile when it is redeemed', async () => {
    const browser = new GoogleBrowser(test);
    const account = makeGoogleAccount();
    const ticket = await browser.getTicket(account);
    const readAttempts = async () =>
      JSON.stringify((await test.database.pool.query('select * from google_attempts')).rows);
    expect(await readAttempts()).toContain(account.email);
    expect(await readAttempts()).not.toContain(ticket);
    await browser.redeem(ticket);
    expect(await readAttempts()).not.toContain(account.email);
  });

  it.each<[unknown, Record<string, string[]>]>([
    [{}, { access_token: ['This field is required.'] }],
    [{ access_token: '' }, { access_token: ['This field may not be blank.'] }],
    [{ access_token: 7 }, { access_token: ['Not a valid string.'] }],
    [
      { access_token: 'x'.repeat(201) },
      { access_token: ['Ensure this field has no more than 200 characters.'] },
    ],
  ])('requires a ticket: %j', async (body, errors) => {
    const response = await test.call(googleSignIn, { body: body as never });
    expect({ status: response.status, body: response.body }).toEqual({ status: 400, body: errors });
  });
});

describe('an IP address with too many attempts', () => {
  it('throttles invalid tickets and returns the time of the next retry', async () => {
    const body = { access_token: 'guess' };
    const from = (clientIp: string) => test.call(googleSignIn, { body }, { clientIp });
    for (let tries = 0; tries < 200; tries += 1) await from('203.0.113.7');
    const { status, body: response, headers } = await from('203.0.113.7');
    expect(status).toBe(429);
    expect(response.detail).toMatch(/^Request was throttled. Expected available in \d+ seconds.$/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('203.0.113.8')).status).toBe(400);
  });
});
