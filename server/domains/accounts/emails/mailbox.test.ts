import { describe, expect, it } from 'vitest';
import { readMailbox } from '#contract/accounts/mailbox.ts';
import { paths } from '#contract/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import { createLogger } from '#server/platform/logger.ts';
import { openMailer } from '#server/startup/open-mailer.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

describe('the mailbox of a local demo without a mail server', () => {
  const test = useTestApp();

  it('lists the emails that would have been sent, newest first', async () => {
    const { database, clock } = test;
    const mailer = openMailer(readConfig({}), { database, clock, logger: createLogger('silent') });
    const { email } = await signUpCustomer(test);
    await mailer.sendDue();
    clock.advance(1_000);
    await database.transaction((tx) =>
      queueEmail(tx, { template: 'password-reset', recipient: email }, clock.now()),
    );
    await mailer.sendDue();
    const { status, body } = await test.call(readMailbox, {});
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 2,
      results: [
        {
          id: expect.any(String),
          recipient: email,
          subject: 'Set a new password for Tezi',
          text: expect.stringContaining('http://localhost:3000/customers/auth/reset-password#token='),
          sent_at: clock.now().toISOString(),
        },
        expect.objectContaining({ recipient: email, subject: 'Verify your email address for Tezi' }),
      ],
    });
  });
});

describe('the mailbox page', () => {
  const test = useTestApp();

  it('shows the emails in the server-rendered page and is not cached', async () => {
    const { database, clock } = test;
    const { email } = await signUpCustomer(test);
    await openMailer(readConfig({}), { database, clock, logger: createLogger('silent') }).sendDue();
    const page = await test.request({ url: paths.mailbox });
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain(email);
    await database.pool.query('delete from demo_mailbox');
    expect((await test.request({ url: paths.mailbox })).body).not.toContain(email);
  });
});

const production = {
  MODE: 'production',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: 'k'.repeat(64),
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
};
const smtp = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'no-reply@tezi.example' };

describe.each<[string, Record<string, string>]>([
  ['in production', { ...production, ...smtp }],
  ['in production without a mail server', { ...production, SMTP_URL: 'none' }],
  ['in a demo with a mail server', smtp],
  [
    'in a demo on the network',
    { HOST: '0.0.0.0', DEMO_ON_NETWORK: 'yes', ADMIN_PASSWORD: 'a long admin password' },
  ],
])('%s', (_, settings) => {
  const test = useTestApp(settings);

  it('returns 404 for the mailbox endpoint', async () => {
    const { status, body } = await test.call(readMailbox, {});
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'Not found.' } });
  });

  it('returns 404 for the mailbox page', async () => {
    const page = await test.request({ url: paths.mailbox });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Oops! Page not found');
  });
});
