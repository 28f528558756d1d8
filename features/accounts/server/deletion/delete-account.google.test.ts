import { describe, expect, it } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp();

const REJECTED = {
  status: 400,
  body: { error: 'Google did not confirm that this is your account. Please try again.' },
};

async function remove(browser: GoogleBrowser, access: string, ticket: string) {
  const { status, body } = await test.call(
    deleteAccount,
    { body: { access_token: ticket } },
    { token: access, cookies: browser.cookies },
  );
  return { status, body };
}

const exists = async (access: string) => (await test.call(readProfile, {}, { token: access })).status === 200;

describe('deleting an account that signs in with Google', () => {
  it('deletes all personal data after a new sign-in with Google', async () => {
    const browser = new GoogleBrowser(test);
    const account = makeGoogleAccount();
    const { body } = await browser.signIn(account);
    expect(await remove(browser, body.tokens.access, await browser.getTicket(account))).toEqual({
      status: 200,
      body: { message: 'Your account has been deleted.' },
    });
    expect(await exists(body.tokens.access)).toBe(false);
    const { rows } = await test.database.pool.query(
      "select (select count(*) from users where email = $1)::int as users, (select count(*) from google_attempts where person->>'email' = $1)::int as attempts",
      [body.user.email],
    );
    expect(rows).toEqual([{ users: 0, attempts: 0 }]);
  });

  it('rejects the deletion after a sign-in with another account', async () => {
    const browser = new GoogleBrowser(test);
    const { body } = await browser.signIn(makeGoogleAccount());
    expect(await remove(browser, body.tokens.access, await browser.getTicket(makeGoogleAccount()))).toEqual(
      REJECTED,
    );
    const { rows } = await test.database.pool.query(
      "select outcome, account_kind from security_events where kind = 'google_confirmation_failed'",
    );
    expect(rows).toEqual([{ outcome: 'failure', account_kind: 'customer' }]);
    expect(await exists(body.tokens.access)).toBe(true);
  });

  it('rejects the deletion with a ticket that is used, forged or from another browser', async () => {
    const browser = new GoogleBrowser(test);
    const account = makeGoogleAccount();
    const { body } = await browser.signIn(account);
    const elsewhere = await new GoogleBrowser(test).getTicket(account);
    const used = await browser.getTicket(account);
    await browser.redeem(used);
    for (const ticket of [elsewhere, used, 'made-up']) {
      expect(await remove(browser, body.tokens.access, ticket)).toEqual(REJECTED);
    }
    expect(await exists(body.tokens.access)).toBe(true);
  });
});
