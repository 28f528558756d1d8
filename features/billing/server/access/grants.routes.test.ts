import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { grantPremium, readCustomer, revokeGrant } from '#features/billing/contract/admin-endpoints.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let customer: { id: string; access: string; password: string };

beforeEach(async () => {
  test.clock.set('2026-11-21T05:42:00.000Z');
  admin = await signInAdministrator(test);
  const signedUp = await signUpCustomer(test);
  const id = (await findCustomerByEmail(test.database.db, signedUp.email))?.id ?? '';
  customer = { ...signedUp, id };
});

const grant = (body: { reason?: string; ends_on?: string } = {}, id = customer.id) =>
  test.call(
    grantPremium,
    { params: { id }, body: { reason: 'Bank transfer 4711', ends_on: '2026-12-31', ...body } },
    { token: admin.access },
  );
const revoke = (id: string, reason = 'The transfer was reversed') =>
  test.call(revokeGrant, { params: { id }, body: { reason } }, { token: admin.access });
const isPremium = () => hasPremium(test.database.db, customer.id, test.clock.now());
const detail = async () =>
  (await test.call(readCustomer, { params: { id: customer.id } }, { token: admin.access })).body;

describe('a grant', () => {
  it('grants premium from now until the end of the last date in Karachi, with administrator and reason', async () => {
    expect(await isPremium()).toBe(false);
    const { status, body } = await grant({ reason: '  Bank transfer 4711 ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      reason: 'Bank transfer 4711',
      granted_by: admin.username,
      starts_at: '2026-11-21T05:42:00.000Z',
      ends_at: '2026-12-31T19:00:00.000Z',
      revoked_at: null,
      revoked_by: null,
      revocation_reason: null,
    });
    expect(await isPremium()).toBe(true);
    expect(await detail()).toMatchObject({
      is_premium: true,
      premium_until: '2026-12-31T19:00:00.000Z',
      subscription_status: null,
      grants: [body],
    });
    test.clock.set('2026-12-31T18:59:59.000Z');
    expect(await isPremium()).toBe(true);
    test.clock.set('2026-12-31T19:00:00.000Z');
    expect(await isPremium()).toBe(false);
  });

  it('accepts today as the last date', async () => {
    expect((await grant({ ends_on: '2026-11-21' })).body.ends_at).toBe('2026-11-21T19:00:00.000Z');
  });

  it.each([
    [{ ends_on: '2026-11-20' }, { ends_on: ['This date is in the past. Choose today or a later date.'] }],
    [{ ends_on: '2031-11-22' }, { ends_on: ['Premium can be granted for at most 5 years.'] }],
    [{ ends_on: '2026-02-30' }, { ends_on: [expect.any(String)] }],
    [{ ends_on: '31.12.2026' }, { ends_on: [expect.any(String)] }],
    [{ reason: ' ' }, { reason: ['This field may not be blank.'] }],
    [{ reason: 'x'.repeat(501) }, { reason: [expect.any(String)] }],
  ])('rejects a grant with %j', async (body, errors) => {
    expect(await grant(body)).toMatchObject({ status: 400, body: errors });
    expect(await isPremium()).toBe(false);
  });

  it('rejects a grant for a customer that does not exist', async () => {
    expect((await grant({}, '7d0f6a52-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('deletes a grant with the account', async () => {
    const { id } = (await grant()).body;
    const { password, access } = customer;
    await test.call(deleteAccount, { body: { password } }, { token: access });
    expect((await revoke(id)).status).toBe(404);
  });
});

describe('revoking a grant', () => {
  it('ends premium immediately and keeps the revoked grant', async () => {
    const granted = (await grant()).body;
    test.clock.set('2026-11-22T05:42:00.000Z');
    admin = await signInAdministrator(test);
    const { status, body } = await revoke(granted.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...granted,
      revoked_at: '2026-11-22T05:42:00.000Z',
      revoked_by: admin.username,
      revocation_reason: 'The transfer was reversed',
    });
    expect(await isPremium()).toBe(false);
    expect(await detail()).toMatchObject({ is_premium: false, premium_until: null, grants: [body] });
  });

  it('keeps other grants valid after one is revoked', async () => {
    await grant({ ends_on: '2026-11-30' });
    const { id } = (await grant()).body;
    await revoke(id);
    expect(await detail()).toMatchObject({ is_premium: true, premium_until: '2026-11-30T19:00:00.000Z' });
  });

  it('rejects revoking a grant that was revoked or has ended', async () => {
    const { id } = (await grant()).body;
    await revoke(id);
    expect(await revoke(id, 'Again')).toMatchObject({
      status: 409,
      body: { detail: 'This grant has already been revoked.' },
    });
    expect((await detail()).grants[0]).toMatchObject({ revocation_reason: 'The transfer was reversed' });

    const { id: ended } = (await grant({ ends_on: '2026-11-21' })).body;
    test.clock.set('2026-11-21T19:00:00.000Z');
    admin = await signInAdministrator(test);
    expect((await revoke(ended)).status).toBe(409);
  });

  it('requires a reason to revoke a grant', async () => {
    const { id } = (await grant()).body;
    expect(await revoke(id, ' ')).toMatchObject({
      status: 400,
      body: { reason: ['This field may not be blank.'] },
    });
    expect(await isPremium()).toBe(true);
  });
});
