import { describe, expect, it } from 'vitest';
import { editProfile, readProfile } from '#features/accounts/contract/profile.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

type Changes = Parameters<typeof test.call<typeof editProfile>>[1]['body'];

const read = (customer: { access: string }) => test.call(readProfile, {}, { token: customer.access });
const edit = (customer: { access: string }, body: Changes) =>
  test.call(editProfile, { body }, { token: customer.access });

describe('reading the profile', () => {
  it("returns only the customer's own profile, with the fields of the contract", async () => {
    const customer = await signUpCustomer(test, { email: 'ayesha.reads@example.com' });
    const { status, body } = await read(customer);
    expect(status).toBe(200);
    expect(body).toEqual({
      first_name: 'Ayesha',
      last_name: 'Khan',
      email: 'ayesha.reads@example.com',
      phone: null,
      email_verified: false,
      has_password: true,
      has_google: false,
    });
  });
});

describe('editing the profile', () => {
  it('changes only the given fields', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await edit(customer, { first_name: '  Aisha ', phone: '0300 1234567' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ first_name: 'Aisha', last_name: 'Khan', phone: '+923001234567' });
    expect((await read(customer)).body).toEqual(body);
    expect((await edit(customer, {})).body).toEqual(body);
  });

  it.each([
    ['0300 1234567', '+923001234567'],
    ['+92 300 1234567', '+923001234567'],
    ['0092-300-1234567', '+923001234567'],
    ['(042) 3630 1234', '+924236301234'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('accepts %o as a phone number', async (phone, stored) => {
    const customer = await signUpCustomer(test);
    expect((await edit(customer, { phone })).body.phone).toBe(stored);
  });

  it.each([['12345'], ['call me'], ['+92 300 12345678901'], ['0300 1234567 ext. 5'], ['+999 123 456 789']])(
    'rejects %o as a phone number',
    async (phone) => {
      const customer = await signUpCustomer(test);
      const { status, body } = await edit(customer, { phone });
      expect(status).toBe(400);
      expect(body).toEqual({ phone: ['Enter a valid phone number, for example 0300 1234567.'] });
    },
  );

  it.each([[''], ['  '], [null]])('removes the phone number with %o', async (phone) => {
    const customer = await signUpCustomer(test);
    await edit(customer, { phone: '0300 1234567' });
    expect((await edit(customer, { phone })).body.phone).toBeNull();
  });

  it('stores names on one line, without invisible characters, and with the joiners of Urdu', async () => {
    const customer = await signUpCustomer(test);
    const names = { first_name: '\u202eخوش\u200cبخت\u202c\r\nBcc: x', last_name: '\x1b[31mKhan\u200b' };
    const { body } = await edit(customer, names);
    expect(body).toMatchObject({ first_name: 'خوش\u200cبخت Bcc: x', last_name: '[31mKhan' });
  });

  it('rejects a blank name and changes nothing', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await edit(customer, { first_name: ' ', last_name: 'Malik' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { first_name: ['This field may not be blank.'] },
    });
    expect((await read(customer)).body.last_name).toBe('Khan');
  });

  it('rejects a different email and accepts the current one', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await edit(customer, { email: 'other@example.com', first_name: 'Eve' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { email: ['Email address cannot be changed for security reasons.'] },
    });
    expect((await read(customer)).body).toMatchObject({ email: customer.email, first_name: 'Ayesha' });
    expect((await edit(customer, { email: customer.email.toUpperCase() })).status).toBe(200);
  });

  it('ignores fields that are not in the contract', async () => {
    const customer = await signUpCustomer(test);
    const forged = { email_verified: true, has_google: true, id: 'x', first_name: 'Sly' } as Changes;
    expect((await edit(customer, forged)).body).toMatchObject({ email_verified: false, has_google: false });
  });

  it('does not change other profiles', async () => {
    const one = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    await edit(one, { first_name: 'Only' });
    expect((await read(other)).body.first_name).toBe('Ayesha');
  });
});
