import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { testDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { mailboxTransport, readDemoMailbox, smtpTransport } from './transport.ts';

describe('over a mail server', () => {
  let server: SmtpServer;
  beforeAll(async () => {
    server = await startSmtpServer();
  });
  afterAll(() => server.close());

  const FROM = 'Tezi <no-reply@tezi.test>';
  const LINK = `https://tezi.test/customers/auth/reset-password#token=${'a1_-'.repeat(11)}`;

  it('a mail arrives whole, in every script and with its long links unbroken', async () => {
    const text = `Hello عائشہ,\n\n${LINK}\n\n.a line with a dot before it\n`;
    await smtpTransport(server.url, FROM)({ to: 'ayesha@example.com', subject: 'A new password', text });
    const mail = server.mails.at(-1);
    expect(mail).toMatchObject({ from: 'no-reply@tezi.test', to: ['ayesha@example.com'] });
    expect(mail?.text.trimEnd()).toBe(text.trimEnd());
    expect(mail?.headers).toMatchObject({
      from: FROM,
      to: 'ayesha@example.com',
      subject: 'A new password',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  it('nothing in a subject or a recipient begins a header or names another recipient', async () => {
    const send = smtpTransport(server.url, FROM);
    await send({ to: 'ayesha@example.com', subject: 'Hello\r\nBcc: eve@evil.example', text: 'x' });
    const mail = server.mails.at(-1);
    expect(mail?.to).toEqual(['ayesha@example.com']);
    expect(mail?.headers).not.toHaveProperty('bcc');
    expect(mail?.headers.subject).toBe('Hello Bcc: eve@evil.example');

    const before = server.mails.length;
    for (const to of ['a@example.com, eve@evil.example', 'a@example.com\r\nRCPT TO:<eve@evil.example>']) {
      await send({ to, subject: 'x', text: 'x' }).catch(() => {});
    }
    const reached = server.mails.slice(before).flatMap((received) => received.to);
    expect(reached).not.toContain('eve@evil.example');
  });

  it('a refusal is an error, which tells nothing of what the mail says', async () => {
    server.refuseWith('550 5.1.1 no such person');
    const mail = { to: 'nobody@example.com', subject: 'A new password', text: LINK };
    const error = await smtpTransport(server.url, FROM)(mail).catch((failure: unknown) => failure);
    server.refuseWith(null);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify({ ...(error as Error), text: String(error) })).not.toContain('token=');
  });
});

describe("the demo's mailbox", () => {
  it('keeps the last 200 mails, newest first', async () => {
    const { database, remove } = await testDatabase();
    const clock = new SettableClock();
    const send = mailboxTransport(database, clock);
    for (let number = 1; number <= 202; number += 1) {
      clock.advance(1_000);
      await send({ to: 'a@example.com', subject: `Mail ${number}`, text: 'x' });
    }
    const mails = await readDemoMailbox(database.db);
    expect(mails.length).toBe(200);
    expect([mails[0]?.subject, mails.at(-1)?.subject]).toEqual(['Mail 202', 'Mail 3']);
    await remove();
  });
});
