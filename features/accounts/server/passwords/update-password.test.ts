import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { HOUR } from '#core/server/platform/clock.ts';
import { listAccess, updatePassword } from '#features/accounts/contract/passwords.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { countAccess, EVERY_ACCESS, grantEveryAccess, NO_ACCESS } from '#tests/support/accounts/access.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { listEmailsTo, listQueuedEmails } from '#tests/support/accounts/emails.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const GUESSABLE = expect.stringContaining('This password only contains your name');

const change = (customer: { access: string }, current: string, next: string) =>
  test.call(
    updatePassword,
    { body: { current_password: current, new_password: next } },
    { token: customer.access },
  );
const signInWith = (email: string, password: string) => test.call(signIn, { body: { email, password } });

describe('changing the password', () => {
  it('replaces the password and requires a new sign-in', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await change(customer, customer.password, '  new & longer  ');
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Password updated successfully', logout_required: true },
    });
    expect((await signInWith(customer.email, customer.password)).status).toBe(401);
    expect((await signInWith(customer.email, 'new & longer')).status).toBe(401);
    expect((await signInWith(customer.email, '  new & longer  ')).status).toBe(200);
  });

  it('ends every session of the account, and no others', async () => {
    const customer = await signUpCustomer(test);
    const { body: elsewhere } = await signInWith(customer.email, customer.password);
    const other = await signUpCustomer(test);
    await change(customer, customer.password, 'new & longer');
    for (const access of [customer.access, elsewhere.tokens.access]) {
      expect((await test.call(readProfile, {}, { token: access })).status).toBe(401);
    }
    for (const refresh of [customer.refresh, elsewhere.tokens.refresh]) {
      expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(401);
    }
    expect((await test.call(readProfile, {}, { token: other.access })).status).toBe(200);
  });

  it('notifies the customer by email', async () => {
    const customer = await signUpCustomer(test);
    await change(customer, customer.password, 'new & longer');
    expect(await listQueuedEmails(test)).toContainEqual({
      template: 'password-changed',
      recipient: customer.email,
    });
  });

  it('lists what works without the password, and revokes it only if the customer asks for it', async () => {
    const customer = await signUpCustomer(test);
    const { hint } = await grantEveryAccess(test, customer);
    const access = [
      { kind: 'api_key', label: `API key ${hint}` },
      { kind: 'feed', label: 'secret URL of the dates feed' },
      { kind: 'feed', label: 'secret URL of the signals feed' },
      { kind: 'webhook', label: 'webhook' },
      { kind: 'telegram', label: 'Telegram chat' },
    ];
    const token = customer.access;
    expect((await test.call(listAccess, {}, { token })).body).toEqual({ results: access });
    await test.deliverEmails();
    const changed = await change(customer, customer.password, 'new & longer');
    expect(changed.body.remaining_access).toEqual(access);
    expect(await countAccess(test, customer.email)).toEqual({ ...EVERY_ACCESS, devices: 0, sessions: 0 });
    const [email] = await listEmailsTo(test, customer.email);
    for (const { label } of access) expect(email?.text).toContain(`- ${label}\n`);

    const { body: again } = await signInWith(customer.email, 'new & longer');
    const body = { current_password: 'new & longer', new_password: 'newer & longer', revoke_access: true };
    const revoked = await test.call(updatePassword, { body }, { token: again.tokens.access });
    expect(revoked.body).not.toHaveProperty('remaining_access');
    expect(await countAccess(test, customer.email)).toEqual(NO_ACCESS);
    expect((await listEmailsTo(test, customer.email))[0]?.text).not.toContain('still work');
    const { rows } = await test.database.pool.query(
      'select kind from security_events where account_id = (select id from users where email = $1) order by id desc limit 5',
      [customer.email],
    );
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      'api_key_revoked',
      'feed_link_revoked',
      'feed_link_revoked',
      'telegram_unlinked',
      'webhook_removed',
    ]);
  });

  it('limits password changes to five an hour, because each sends an email', async () => {
    const { email, password } = await signUpCustomer(test);
    const changeTo = async (next: string, current: string) => {
      const { body } = await signInWith(email, current);
      return change({ access: body.tokens.access }, current, next);
    };
    let current = password;
    for (const number of [1, 2, 3, 4, 5]) {
      expect((await changeTo(`new & longer ${number}`, current)).status).toBe(200);
      current = `new & longer ${number}`;
    }
    const rejected = await changeTo('new & longer 6', current);
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('3600');
    expect((await signInWith(email, current)).status).toBe(200);
    test.clock.advance(HOUR);
    expect((await changeTo('new & longer 6', current)).status).toBe(200);
  });

  it('rejects a wrong current password and changes nothing', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await change(customer, 'not this one', 'new & longer');
    expect({ status, body }).toEqual({ status: 400, body: { error: 'Current password is incorrect' } });
    expect((await signInWith(customer.email, customer.password)).status).toBe(200);
    expect((await test.call(readProfile, {}, { token: customer.access })).status).toBe(200);
  });

  it.each([
    ['seven77', 'Ensure this field has at least 8 characters.'],
    ['x'.repeat(129), 'Ensure this field has no more than 128 characters.'],
    ['password1', 'This password is too common.'],
    ['PassWord1', 'This password is too common.'],
    ['Pakistan1947', GUESSABLE],
    ['Ayesha Khan!', GUESSABLE],
    ['customer@example', GUESSABLE],
  ])('rejects %o as the new password', async (next, message) => {
    const customer = await signUpCustomer(test);
    const { status, body } = await change(customer, customer.password, next);
    expect({ status, body }).toEqual({ status: 400, body: { new_password: [message] } });
  });

  it('accepts a passphrase that contains the name and words about the market', async () => {
    const customer = await signUpCustomer(test);
    const { status } = await change(customer, customer.password, 'Ayesha plants stock roses in Karachi');
    expect(status).toBe(200);
  });

  it('delays repeated guesses, even the correct password', async () => {
    const customer = await signUpCustomer(test);
    for (let time = 0; time < 5; time += 1) {
      expect((await change(customer, 'not this one', 'new & longer')).status).toBe(400);
    }
    const rejected = await change(customer, customer.password, 'new & longer');
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('1');
    test.clock.advance(1_000);
    expect((await change(customer, customer.password, 'new & longer')).status).toBe(200);
  });

  it('accepts one of two simultaneous changes', async () => {
    const customer = await signUpCustomer(test);
    const responses = await Promise.all(
      ['first & longer', 'second & longer'].map((next) => change(customer, customer.password, next)),
    );
    // The other request finds its session ended or the password changed.
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect([400, 401]).toContain(statuses[1]);
    const signIns = await Promise.all(
      ['first & longer', 'second & longer'].map((password) => signInWith(customer.email, password)),
    );
    expect(signIns.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});
