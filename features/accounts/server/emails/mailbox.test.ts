import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { emailQueue, queueEmail } from '#core/server/platform/email/outbox.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { readMailbox } from '#features/accounts/contract/mailbox.ts';
import { setUpMailer } from '#services.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { type TestApp, useTestApp } from '#tests/support/test-app.ts';

/** Sends the queued emails to the mailbox. */
async function deliverToMailbox({ database, clock, logger }: TestApp): Promise<void> {
  const jobs = createJobs({ database, logger });
  setUpMailer(readConfig({}), jobs, { database, clock, logger });
  await jobs.runDue(emailQueue);
}

describe('the mailbox of a local demo without a mail server', () => {
  const test = useTestApp();

  it('lists the emails that would have been sent, newest first', async () => {
    const { database, clock } = test;
    const { email } = await signUpCustomer(test);
    await deliverToMailbox(test);
    clock.advance(1_000);
    await database.transaction((tx) => queueEmail(tx, { template: 'password-reset', recipient: email }));
    await deliverToMailbox(test);
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
    const { database } = test;
    const { email } = await signUpCustomer(test);
    await deliverToMailbox(test);
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
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
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

  it('promises an email with a link only if this site sends emails', async () => {
    const { body } = await test.request({ url: paths.forgotPassword });
    expect(body.includes('We email you a link')).toBe('MAIL_FROM' in settings);
    expect(body.includes('This site cannot send emails')).toBe(!('MAIL_FROM' in settings));
  });

  it('returns 404 for the mailbox page', async () => {
    const page = await test.request({ url: paths.mailbox });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Oops! Page not found');
  });
});
