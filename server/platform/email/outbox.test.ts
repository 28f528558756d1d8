import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { createLogger } from '#server/platform/logger.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { testDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { createMailer, type MailTemplates, queueMail } from './outbox.ts';
import { type SendMessage, smtpTransport } from './transport.ts';

let database: Database;
let remove: () => Promise<void>;
let server: SmtpServer;
const clock = new SettableClock();

beforeAll(async () => {
  ({ database, remove } = await testDatabase());
  server = await startSmtpServer();
});
afterAll(async () => {
  await server?.close();
  await remove?.();
});
afterEach(async () => {
  server.refuseWith(null);
  server.mails.splice(0);
  await database.pool.query('delete from outgoing_mails');
});

let written = 0;
const templates: MailTemplates = {
  greeting: async (_tx, { recipient }) => {
    written += 1;
    return { to: recipient, subject: 'Hello', text: `Hello ${recipient}` };
  },
  nothing: async () => null,
};

const mailer = (send: SendMessage = smtpTransport(server.url, 'Tezi <no-reply@tezi.test>')) =>
  createMailer({ database, clock, logger: createLogger('silent'), templates, send });

const queue = (template = 'greeting') =>
  database.transaction((tx) => queueMail(tx, { template, recipient: 'ayesha@example.com' }, clock.now()));
const waiting = async () =>
  (await database.pool.query('select attempts, last_error from outgoing_mails')).rows as {
    attempts: number;
    last_error: string | null;
  }[];

/** Moves what is stored back by so long, as if so much time had passed on the database's clock. */
const letPass = (durationMs: number) =>
  database.pool.query("update outgoing_mails set next_attempt_at = next_attempt_at - $1 * interval '1 ms'", [
    durationMs,
  ]);

describe('a queued mail', () => {
  it('goes out, and leaves nothing behind', async () => {
    await queue();
    await mailer().sendDue();
    expect(server.mails.map(({ to, text }) => [to, text.trim()])).toEqual([
      [['ayesha@example.com'], 'Hello ayesha@example.com'],
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('is not sent when what it belongs to is rolled back', async () => {
    const failing = database.transaction(async (tx) => {
      await queueMail(tx, { template: 'greeting', recipient: 'a@example.com' }, clock.now());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await mailer().sendDue();
    expect(server.mails).toEqual([]);
  });

  it('is forgotten when its template finds nothing to say', async () => {
    await queue('nothing');
    await mailer().sendDue();
    expect(server.mails).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('is sent once by two mailers on one database', async () => {
    await Promise.all(Array.from({ length: 5 }, () => queue()));
    await Promise.all([mailer().sendDue(), mailer().sendDue()]);
    expect(server.mails.length).toBe(5);
  });

  it('goes out when the mailer is woken, and closing waits for it', async () => {
    await queue();
    const woken = mailer();
    woken.wake();
    await woken.close();
    expect(server.mails.length).toBe(1);
  });

  it('goes out whatever the clocks of the servers show', async () => {
    clock.set('2099-01-01T00:00:00Z');
    await queue();
    clock.set('2026-11-21T05:42:00Z');
    await mailer().sendDue();
    expect(server.mails.length).toBe(1);
  });

  it('goes out when a clock that was ahead recorded its next try', async () => {
    await queue();
    await database.pool.query("update outgoing_mails set next_attempt_at = now() + interval '30 days'");
    await mailer().sendDue();
    expect(server.mails.length).toBe(1);
  });

  it('is taken up by another mailer five minutes after the first died over it', async () => {
    await queue();
    const dead = mailer(() => new Promise(() => {}));
    void dead.sendDue();
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
    await letPass(4 * MINUTE);
    await mailer().sendDue();
    expect(server.mails.length).toBe(0);
    await letPass(MINUTE);
    await mailer().sendDue();
    expect(server.mails.length).toBe(1);
  });
});

describe('a mail that is refused', () => {
  it('is written and sent anew half a minute later, and so on with doubled waits', async () => {
    await queue();
    const due = mailer();
    server.refuseWith('450 4.2.1 busy');
    written = 0;
    await due.sendDue();
    expect(await waiting()).toEqual([{ attempts: 1, last_error: expect.stringContaining('450') }]);

    await letPass(15 * SECOND);
    await due.sendDue();
    expect((await waiting())[0]?.attempts).toBe(1);
    await letPass(15 * SECOND);
    await due.sendDue();
    expect((await waiting())[0]?.attempts).toBe(2);

    server.refuseWith(null);
    await letPass(45 * SECOND);
    await due.sendDue();
    expect(server.mails.length).toBe(0);
    await letPass(15 * SECOND);
    await due.sendDue();
    expect(server.mails.length).toBe(1);
    expect(written).toBe(3);
    expect(await waiting()).toEqual([]);
  });

  it('is given up after the eighth time', async () => {
    await queue();
    server.refuseWith('550 5.1.1 no such person');
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect((await waiting())[0]?.attempts).toBe(attempt - 1);
      await mailer().sendDue();
      await letPass(HOUR);
    }
    expect(await waiting()).toEqual([]);
    server.refuseWith(null);
    await mailer().sendDue();
    expect(server.mails).toEqual([]);
  });

  it('does not hold up the mails behind it', async () => {
    await queue('no-such-template');
    await letPass(MINUTE);
    await queue();
    await mailer().sendDue();
    expect(server.mails.length).toBe(1);
    expect((await waiting())[0]?.last_error).toContain('no mail template "no-such-template"');
  });
});
