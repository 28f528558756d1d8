import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { register, sendVerification, verifyEmail } from '#features/accounts/contract/sign-in.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getEmailToken, listEmailsTo } from '#tests/support/accounts/emails.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const USED = {
  detail: 'This link has already been used. Your email address is verified.',
  code: 'mailed_link_used',
};
const ENDED = { token: ['This link is no longer valid. Please request a new one.'] };

beforeEach(async () => {
  test.clock.advance(HOUR);
  await test.deliverEmails();
});

const verify = (token: string) => test.call(verifyEmail, { body: { token } });
const readVerifiedAt = async (email: string) =>
  (await test.database.pool.query('select email_verified_at as at from users where email = $1', [email]))
    .rows[0]?.at as Date | null;

async function signUpWithLink() {
  const customer = await signUpCustomer(test);
  return { ...customer, token: getEmailToken((await listEmailsTo(test, customer.email))[0]) };
}

describe('registration', () => {
  it('sends a link that verifies the email', async () => {
    const { email, token } = await signUpWithLink();
    expect(await readVerifiedAt(email)).toBeNull();
    const { status, body } = await verify(token);
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Your email address is verified.' } });
    expect(await readVerifiedAt(email)).toEqual(test.clock.now());
  });

  it('sends no verification link when it rejects the registration', async () => {
    const { email } = await signUpCustomer(test);
    await test.deliverEmails();
    await test.call(register, {
      body: { first_name: 'A', last_name: 'B', email, password: 'another one' },
    });
    expect(await test.deliverEmails()).toEqual([]);
  });
});

describe('a verification link', () => {
  it('accepts a verification link once', async () => {
    const { email, token } = await signUpWithLink();
    await verify(token);
    const first = await readVerifiedAt(email);
    test.clock.advance(HOUR);
    const { status, body } = await verify(token);
    expect({ status, body }).toEqual({ status: 400, body: USED });
    expect(await readVerifiedAt(email)).toEqual(first);
  });

  it('reports that the email is verified for the links of its other emails too', async () => {
    const { email, access, token } = await signUpWithLink();
    await test.call(sendVerification, {}, { token: access });
    const other = getEmailToken((await listEmailsTo(test, email))[0]);
    await verify(token);
    expect((await verify(other)).body).toEqual(USED);
  });

  it('accepts a verification link for one of two simultaneous requests', async () => {
    const { token } = await signUpWithLink();
    const both = await Promise.all([verify(token), verify(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('rejects a verification link after a day', async () => {
    const [inTime, tooLate] = [await signUpWithLink(), await signUpWithLink()];
    test.clock.advance(DAY - 1);
    expect((await verify(inTime.token)).status).toBe(200);
    test.clock.advance(1);
    expect((await verify(tooLate.token)).body).toEqual(ENDED);
    expect(await readVerifiedAt(tooLate.email)).toBeNull();
  });

  it('accepts the links of the last three emails, but not of earlier ones', async () => {
    const { email, access, token } = await signUpWithLink();
    const tokens = [token];
    for (let time = 1; time <= 3; time += 1) {
      test.clock.advance(1_000);
      await test.call(sendVerification, {}, { token: access });
      tokens.push(getEmailToken((await listEmailsTo(test, email))[0]));
    }
    expect((await verify(tokens[0] as string)).body).toEqual(ENDED);
    expect((await verify(tokens[1] as string)).status).toBe(200);
  });

  it.each<[unknown, Record<string, string[]>]>([
    [{}, { token: ['This field is required.'] }],
    [{ token: '' }, { token: ['This field may not be blank.'] }],
    [{ token: 'x'.repeat(201) }, { token: ['Ensure this field has no more than 200 characters.'] }],
    [{ token: 7 }, { token: ['Not a valid string.'] }],
    [{ token: 'never sent' }, ENDED],
  ])('rejects an invalid token: %j', async (input, errors) => {
    const { status, body } = await test.call(verifyEmail, { body: input as never });
    expect({ status, body }).toEqual({ status: 400, body: errors });
  });
});

describe('requesting another link', () => {
  it('sends another link to the email of the account', async () => {
    const { email, access } = await signUpWithLink();
    const { status, body } = await test.call(sendVerification, {}, { token: access });
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: `A new link is on its way to ${email}.` },
    });
    const emails = await listEmailsTo(test, email);
    expect(emails.map(({ subject }) => subject)).toEqual(['Verify your email address for Tezi']);
  });

  it('sends nothing when the email is already verified', async () => {
    const { access, token } = await signUpWithLink();
    await verify(token);
    const { body } = await test.call(sendVerification, {}, { token: access });
    expect(body).toEqual({ message: 'Your email address is already verified.' });
    expect(await test.deliverEmails()).toEqual([]);
  });

  it('sends nothing when the email is verified before the email is rendered', async () => {
    const { access, token } = await signUpWithLink();
    await test.call(sendVerification, {}, { token: access });
    await verify(token);
    expect(await test.deliverEmails()).toEqual([]);
  });

  it('limits links to five an hour per account', async () => {
    const { access } = await signUpWithLink();
    const send = () => test.call(sendVerification, {}, { token: access });
    for (let time = 1; time <= 5; time += 1) expect((await send()).status).toBe(200);
    const rejected = await send();
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('3600');
    expect((await test.call(sendVerification, {}, { token: (await signUpWithLink()).access })).status).toBe(
      200,
    );
  });

  it('allows only customers to request a link', async () => {
    expect((await test.call(sendVerification, {})).status).toBe(401);
    const { access } = await signInAdministrator(test);
    expect((await test.call(sendVerification, {}, { token: access })).status).toBe(403);
  });
});
