import { describe, expect, it } from 'vitest';
import { listSessions, revokeOtherSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';
import type { TestResponse } from '#tests/support/test-app.ts';

const test = useGoogleApp();

/** Signs in a customer without a password in two browsers. */
async function signInTwice() {
  const account = makeGoogleAccount();
  const browser = new GoogleBrowser(test);
  const access: string = (await browser.signIn(account)).body.tokens.access;
  await new GoogleBrowser(test).signIn(account);
  const list = async () => (await test.call(listSessions, {}, { token: access })).body.results;
  const [{ id }] = (await list()).filter((session: { is_current: boolean }) => !session.is_current);
  const call = { token: access, cookies: browser.cookies };
  const endOther = (body: object = {}) => test.call(revokeSession, { params: { id }, body }, call);
  const endOthers = (body: object = {}) => test.call(revokeOtherSessions, { body }, call);
  return { account, browser, list, endOther, endOthers };
}

describe('ending other sessions of an account without a password', () => {
  it.each(['endOther', 'endOthers'] as const)(
    'ends sessions after a new sign-in with Google: %s',
    async (end) => {
      const customer = await signInTwice();
      const ticket = await customer.browser.getTicket(customer.account);
      expect((await customer[end]({ access_token: ticket })).status).toBe(204);
      expect(await customer.list()).toHaveLength(1);
    },
  );

  it('rejects the request without a confirmation, with any password, and with the ticket of another account', async () => {
    const customer = await signInTwice();
    const stranger = await customer.browser.getTicket(makeGoogleAccount());
    const wrong: [object, TestResponse['body']][] = [
      [{}, { access_token: ['This field is required.'] }],
      [{ current_password: 'anything' }, { current_password: ['Current password is incorrect'] }],
      [
        { access_token: stranger },
        { error: 'Google did not confirm that this is your account. Please try again.' },
      ],
    ];
    for (const [sent, body] of wrong) {
      expect(await customer.endOther(sent)).toMatchObject({ status: 400, body });
      expect(await customer.endOthers(sent)).toMatchObject({ status: 400, body });
    }
    expect(await customer.list()).toHaveLength(2);
  });
});
