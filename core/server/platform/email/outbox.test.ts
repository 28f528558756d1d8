import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { countDeadLetters } from '#core/server/platform/jobs/dead-letters.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { type EmailTemplates, emailQueue, handleEmails, queueEmail, removeEmailsTo } from './outbox.ts';
import { createSmtpTransport, type SendMessage } from './transport.ts';

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
  await database.pool.query('delete from pgboss.job');
});

let renderCount = 0;
const templates: EmailTemplates = {
  greeting: async (_tx, { recipient }) => {
    renderCount += 1;
    return { to: recipient, subject: 'Hello', text: `Hello ${recipient}` };
  },
  nothing: async () => null,
};

/** Returns the jobs of a server that sends emails. */
function openServer(
  send: SendMessage = createSmtpTransport(server.url, 'Tezi <no-reply@tezi.test>'),
  logger = createLogger('silent'),
) {
  const jobs = createJobs({ database, logger });
  handleEmails(jobs, { database, clock, templates, send });
  return jobs;
}

const sendDue = () => openServer().runDue(emailQueue);

const queue = (template = 'greeting') =>
  database.transaction((tx) => queueEmail(tx, { template, recipient: 'ayesha@example.com' }));

interface QueuedJob {
  state: string;
  retry_count: number;
  output: unknown;
}

const listWaiting = async (): Promise<QueuedJob[]> =>
  (
    await database.pool.query(
      "select state, retry_count, output from pgboss.job where name = 'email' and state <= 'active'",
    )
  ).rows;

/** Moves the next attempts back, as if time had passed on the database's clock. */
const letPass = (durationMs: number) =>
  database.pool.query("update pgboss.job set start_after = start_after - $1 * interval '1 ms'", [durationMs]);

describe('a queued email', () => {
  it('sends a queued email once', async () => {
    await queue();
    await sendDue();
    await sendDue();
    expect(server.emails.map(({ to, text }) => [to, text.trim()])).toEqual([
      [['ayesha@example.com'], 'Hello ayesha@example.com'],
    ]);
    expect(await listWaiting()).toEqual([]);
  });

  it('does not send an email whose transaction is rolled back', async () => {
    const failing = database.transaction(async (tx) => {
      await queueEmail(tx, { template: 'greeting', recipient: 'a@example.com' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await sendDue();
    expect(server.emails).toEqual([]);
  });

  it('removes an email whose template returns nothing', async () => {
    await queue('nothing');
    await sendDue();
    expect(server.emails).toEqual([]);
    expect(await listWaiting()).toEqual([]);
  });

  it('sends an email once with two servers on one database', async () => {
    await Promise.all(Array.from({ length: 5 }, () => queue()));
    await Promise.all([sendDue(), sendDue()]);
    expect(server.emails.length).toBe(5);
  });

  it('sends an email immediately, and waits for it when the server stops', async () => {
    const sending = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let isSent = false;
    const jobs = openServer(async () => {
      sending.resolve();
      await release.promise;
      isSent = true;
    });
    await jobs.start();
    await queue();
    await sending.promise;
    const closing = jobs.close();
    release.resolve();
    await closing;
    expect(isSent).toBe(true);
  });

  it("sends an email regardless of the servers' clocks", async () => {
    clock.set('2099-01-01T00:00:00Z');
    await queue();
    clock.set('2026-11-21T05:42:00Z');
    await sendDue();
    expect(server.emails.length).toBe(1);
  });

  it('a queued email is removed with its recipient, also after it was dropped', async () => {
    await queue();
    await database.transaction((tx) => removeEmailsTo(tx, 'ayesha@example.com'));
    await sendDue();
    expect(server.emails).toEqual([]);
    expect((await database.pool.query('select from pgboss.job')).rowCount).toBe(0);
  });
});

describe('an email that the server rejects', () => {
  it('renders and sends a rejected email again after half a minute, and then with growing delays', async () => {
    await queue();
    server.rejectWith('450 4.2.1 busy');
    renderCount = 0;
    await sendDue();
    expect(await listWaiting()).toMatchObject([{ state: 'retry', retry_count: 0 }]);
    expect(JSON.stringify((await listWaiting())[0]?.output)).toContain('450');

    await letPass(29_000);
    await sendDue();
    expect(renderCount).toBe(1);
    await letPass(31_000);
    await sendDue();
    expect(renderCount).toBe(2);

    server.rejectWith(null);
    await letPass(59_000);
    await sendDue();
    expect(server.emails.length).toBe(0);
    await letPass(61_000);
    await sendDue();
    expect(server.emails.length).toBe(1);
    expect(renderCount).toBe(3);
    expect(await listWaiting()).toEqual([]);
  });

  it('drops a rejected email after eight attempts, and counts it', async () => {
    await queue();
    server.rejectWith('550 5.1.1 no such user');
    renderCount = 0;
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await countDeadLetters(database.db)).toBe(0);
      await sendDue();
      expect(renderCount).toBe(attempt);
      await letPass(HOUR);
    }
    expect(await listWaiting()).toEqual([]);
    expect(await countDeadLetters(database.db)).toBe(1);
    server.rejectWith(null);
    await sendDue();
    expect(server.emails).toEqual([]);
    await database.transaction((tx) => removeEmailsTo(tx, 'ayesha@example.com'));
    expect(await countDeadLetters(database.db)).toBe(0);
  });

  it('sends later emails despite a rejected one', async () => {
    await queue('no-such-template');
    await queue();
    await sendDue();
    expect(server.emails.length).toBe(1);
    expect(JSON.stringify((await listWaiting())[0]?.output)).toContain('no email template');
  });
});

it.each([
  ['RCPT', 40],
  ['MAIL', 50],
] as const)(
  'logs a rejected %s command with the level %s: anyone can name a recipient',
  async (command, level) => {
    const lines: { level: number; msg: string }[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    server.rejectWith('550 5.1.1 Rejected', command);
    await queue();
    await openServer(undefined, logger).runDue(emailQueue);
    expect(lines).toMatchObject([{ level, msg: 'background job failed' }]);
  },
);
