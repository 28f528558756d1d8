import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { createMailboxTransport, createSmtpTransport, readDemoMailbox } from './transport.ts';

describe('the SMTP transport', () => {
  let server: SmtpServer;
  beforeAll(async () => {
    server = await startSmtpServer();
  });
  afterAll(() => server.close());

  const FROM = 'Tezi <no-reply@tezi.test>';
  const LINK = `https://tezi.test/customers/auth/reset-password#token=${'a1_-'.repeat(11)}`;

  it('delivers the text unchanged, in every script and with long links unbroken', async () => {
    const text = `Hello عائشہ,\n\n${LINK}\n\n.a line with a dot before it\n`;
    await createSmtpTransport(
      server.url,
      FROM,
    )({ to: 'ayesha@example.com', subject: 'A new password', text });
    const email = server.emails.at(-1);
    expect(email).toMatchObject({ from: 'no-reply@tezi.test', to: ['ayesha@example.com'] });
    expect(email?.text.trimEnd()).toBe(text.trimEnd());
    expect(email?.headers).toMatchObject({
      from: FROM,
      to: 'ayesha@example.com',
      subject: 'A new password',
      'auto-submitted': 'auto-generated',
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  it('uses a connection again, and another one when the server has closed it', async () => {
    const send = createSmtpTransport(server.url, FROM);
    const before = { connections: server.connections, emails: server.emails.length };
    const email = { to: 'ayesha@example.com', subject: 'x', text: 'x' };
    for (let count = 0; count < 3; count += 1) await send(email);
    expect(server.connections).toBe(before.connections + 1);
    server.disconnect();
    await send(email);
    expect(server.emails.length).toBe(before.emails + 4);
    expect(server.connections).toBe(before.connections + 2);
  });

  it('prevents header injection by a subject or recipient', async () => {
    const send = createSmtpTransport(server.url, FROM);
    await send({ to: 'ayesha@example.com', subject: 'Hello\r\nBcc: eve@evil.example', text: 'x' });
    const email = server.emails.at(-1);
    expect(email?.to).toEqual(['ayesha@example.com']);
    expect(email?.headers).not.toHaveProperty('bcc');
    expect(email?.headers.subject).toBe('Hello Bcc: eve@evil.example');

    const before = server.emails.length;
    for (const to of ['a@example.com, eve@evil.example', 'a@example.com\r\nRCPT TO:<eve@evil.example>']) {
      await send({ to, subject: 'x', text: 'x' }).catch(() => {});
    }
    const reached = server.emails.slice(before).flatMap((received) => received.to);
    expect(reached).not.toContain('eve@evil.example');
  });

  it('throws an error without the content and the recipient when the server rejects the email', async () => {
    server.rejectWith('550 5.1.1 <Ayesha@example.com>: no such user');
    const email = { to: 'ayesha@example.com', subject: 'A new password', text: LINK };
    const error = await createSmtpTransport(server.url, FROM)(email).catch((failure: unknown) => failure);
    server.rejectWith(null);
    expect(error).toMatchObject({
      message: expect.stringContaining('550 5.1.1 <[address]>: no such user'),
      responseCode: 550,
    });
    expect(inspect(error, { depth: null })).not.toMatch(/token=|ayesha@example/i);
  });
});

describe('the demo mailbox', () => {
  it('stores the last 200 emails, newest first', async () => {
    const { database, remove } = await createTestDatabase();
    const clock = new SettableClock();
    const send = createMailboxTransport(database, clock);
    for (let number = 1; number <= 202; number += 1) {
      clock.advance(1_000);
      await send({ to: 'a@example.com', subject: `Email ${number}`, text: 'x' });
    }
    const emails = await readDemoMailbox(database.db);
    expect(emails.length).toBe(200);
    expect([emails[0]?.subject, emails.at(-1)?.subject]).toEqual(['Email 202', 'Email 3']);
    await remove();
  });
});
