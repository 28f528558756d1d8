import { describe, expect, it } from 'vitest';
import { editProfile, readProfile } from '#contract/accounts/profile.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

type Changes = Parameters<typeof test.call<typeof editProfile>>[1]['body'];

const read = (who: { access: string }) => test.call(readProfile, {}, { token: who.access });
const edit = (who: { access: string }, body: Changes) =>
  test.call(editProfile, { body }, { token: who.access });

describe('reading the profile', () => {
  it("gives the customer's own, and no more than the contract names", async () => {
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
  it('changes what is given and keeps the rest', async () => {
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
  ])('takes %o as a phone number', async (phone, kept) => {
    const customer = await signUpCustomer(test);
    expect((await edit(customer, { phone })).body.phone).toBe(kept);
  });

  it.each([['12345'], ['call me'], ['+92 300 12345678901'], ['0300 1234567 ext. 5'], ['+999 123 456 789']])(
    'refuses %o as a phone number',
    async (phone) => {
      const customer = await signUpCustomer(test);
      const { status, body } = await edit(customer, { phone });
      expect(status).toBe(400);
      expect(body).toEqual({ phone: ['Enter a valid phone number, for example 0300 1234567.'] });
    },
  );

  it.each([[''], ['  '], [null]])('takes the phone number away by %o', async (phone) => {
    const customer = await signUpCustomer(test);
    await edit(customer, { phone: '0300 1234567' });
    expect((await edit(customer, { phone })).body.phone).toBeNull();
  });

  it('refuses a blank name and changes nothing', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await edit(customer, { first_name: ' ', last_name: 'Malik' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { first_name: ['This field may not be blank.'] },
    });
    expect((await read(customer)).body.last_name).toBe('Khan');
  });

  it('never changes the e-mail, and takes the own one as it is', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await edit(customer, { email: 'other@example.com', first_name: 'Eve' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { email: ['Email address cannot be changed for security reasons.'] },
    });
    expect((await read(customer)).body).toMatchObject({ email: customer.email, first_name: 'Ayesha' });
    expect((await edit(customer, { email: customer.email.toUpperCase() })).status).toBe(200);
  });

  it('takes no field that it does not ask for', async () => {
    const customer = await signUpCustomer(test);
    const sly = { email_verified: true, has_google: true, id: 'x', first_name: 'Sly' } as Changes;
    expect((await edit(customer, sly)).body).toMatchObject({ email_verified: false, has_google: false });
  });

  it("touches nobody else's", async () => {
    const one = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    await edit(one, { first_name: 'Only' });
    expect((await read(other)).body.first_name).toBe('Ayesha');
  });
});
