import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { createMailer, type EmailTemplates, queueEmail } from './outbox.ts';
import { type SendMessage, createSmtpTransport } from './transport.ts';

let database: Database;
let remove: () => Promise<void>;
let server: SmtpServer;
const clock = new SettableClock();

beforeAll(async () => {
  ({ database, remove } = await createTestDatabase());
  server = await startSmtpServer();
});
afterAll(async () => {
  await server?.close();
  await remove?.();
});
afterEach(async () => {
  server.rejectWith(null);
  server.emails.splice(0);
  await database.pool.query('delete from outgoing_mails');
});

let renderCount = 0;
const templates: EmailTemplates = {
  greeting: async (_tx, { recipient }) => {
    renderCount += 1;
    return { to: recipient, subject: 'Hello', text: `Hello ${recipient}` };
  },
  nothing: async () => null,
};

const openMailer = (send: SendMessage = createSmtpTransport(server.url, 'Tezi <no-reply@tezi.test>')) =>
  createMailer({ database, clock, logger: createLogger('silent'), templates, send });

const queue = (template = 'greeting') =>
  database.transaction((tx) => queueEmail(tx, { template, recipient: 'ayesha@example.com' }, clock.now()));
const readQueue = async () =>
  (await database.pool.query('select attempts, last_error from outgoing_mails')).rows as {
    attempts: number;
    last_error: string | null;
  }[];

/** Moves the next attempts back, as if time had passed on the database's clock. */
const letPass = (durationMs: number) =>
  database.pool.query("update outgoing_mails set next_attempt_at = next_attempt_at - $1 * interval '1 ms'", [
    durationMs,
  ]);

describe('a queued email', () => {
  it('sends a queued email and removes it from the queue', async () => {
    await queue();
    await openMailer().sendDue();
    expect(server.emails.map(({ to, text }) => [to, text.trim()])).toEqual([
      [['ayesha@example.com'], 'Hello ayesha@example.com'],
    ]);
    expect(await readQueue()).toEqual([]);
  });

  it('does not send an email whose transaction is rolled back', async () => {
    const failing = database.transaction(async (tx) => {
      await queueEmail(tx, { template: 'greeting', recipient: 'a@example.com' }, clock.now());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await openMailer().sendDue();
    expect(server.emails).toEqual([]);
  });

  it('removes an email whose template returns nothing', async () => {
    await queue('nothing');
    await openMailer().sendDue();
    expect(server.emails).toEqual([]);
    expect(await readQueue()).toEqual([]);
  });

  it('sends an email once with two mailers on one database', async () => {
    await Promise.all(Array.from({ length: 5 }, () => queue()));
    await Promise.all([openMailer().sendDue(), openMailer().sendDue()]);
    expect(server.emails.length).toBe(5);
  });

  it('sends an email when the mailer is woken, and waits for it when closing', async () => {
    await queue();
    const woken = openMailer();
    woken.wake();
    await woken.close();
    expect(server.emails.length).toBe(1);
  });

  it("sends an email regardless of the servers' clocks", async () => {
    clock.set('2099-01-01T00:00:00Z');
    await queue();
    clock.set('2026-11-21T05:42:00Z');
    await openMailer().sendDue();
    expect(server.emails.length).toBe(1);
  });

  it('sends an email whose next attempt was recorded by a clock that was ahead', async () => {
    await queue();
    await database.pool.query("update outgoing_mails set next_attempt_at = now() + interval '30 days'");
    await openMailer().sendDue();
    expect(server.emails.length).toBe(1);
  });

  it('sends an email five minutes after the mailer that claimed it crashed', async () => {
    await queue();
    const crashed = openMailer(() => new Promise(() => {}));
    void crashed.sendDue();
    await expect.poll(async () => (await readQueue())[0]?.attempts).toBe(1);
    await letPass(4 * MINUTE);
    await openMailer().sendDue();
    expect(server.emails.length).toBe(0);
    await letPass(MINUTE);
    await openMailer().sendDue();
    expect(server.emails.length).toBe(1);
  });
});

describe('an email that the server rejects', () => {
  it('renders and sends a rejected email again after half a minute, and then with doubled delays', async () => {
    await queue();
    const mailer = openMailer();
    server.rejectWith('450 4.2.1 busy');
    renderCount = 0;
    await mailer.sendDue();
    expect(await readQueue()).toEqual([{ attempts: 1, last_error: expect.stringContaining('450') }]);

    await letPass(15 * SECOND);
    await mailer.sendDue();
    expect((await readQueue())[0]?.attempts).toBe(1);
    await letPass(15 * SECOND);
    await mailer.sendDue();
    expect((await readQueue())[0]?.attempts).toBe(2);

    server.rejectWith(null);
    await letPass(45 * SECOND);
    await mailer.sendDue();
    expect(server.emails.length).toBe(0);
    await letPass(15 * SECOND);
    await mailer.sendDue();
    expect(server.emails.length).toBe(1);
    expect(renderCount).toBe(3);
    expect(await readQueue()).toEqual([]);
  });

  it('drops a rejected email after eight attempts', async () => {
    await queue();
    server.rejectWith('550 5.1.1 no such user');
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect((await readQueue())[0]?.attempts).toBe(attempt - 1);
      await openMailer().sendDue();
      await letPass(HOUR);
    }
    expect(await readQueue()).toEqual([]);
    server.rejectWith(null);
    await openMailer().sendDue();
    expect(server.emails).toEqual([]);
  });

  it('sends later emails despite a rejected one', async () => {
    await queue('no-such-template');
    await letPass(MINUTE);
    await queue();
    await openMailer().sendDue();
    expect(server.emails.length).toBe(1);
    expect((await readQueue())[0]?.last_error).toContain('no email template "no-such-template"');
  });
});
