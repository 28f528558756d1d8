import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createJobs } from '#core/server/platform/jobs/jobs.ts';
import { createJobsCheck } from '#core/server/platform/jobs/jobs-check.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { SettableClock } from '#tests/support/test-app.ts';
import { createEmailCheck } from './email-check.ts';
import { bulkEmailQueue, emailQueue, handleEmails, isRecipientRejected, queueEmail } from './outbox.ts';
import { createSmtpTransport } from './transport.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared.remove());
beforeEach(() => shared.database.pool.query('delete from pgboss.job'));

const run = () => createEmailCheck(shared.database.db, { smtp: null, mode: 'demo' }).run();
const query = (text: string, values: unknown[] = []) => shared.database.pool.query(text, values);

async function queue(count: number): Promise<void> {
  await shared.database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await queueEmail(tx, { template: 'welcome', recipient: `customer-${index}@example.com` });
  });
}

const makeOlder = (minutes: number) =>
  query("update pgboss.job set created_on = created_on - $1 * interval '1 minute'", [minutes]);

it('is ok without emails, and while they are tried for the first time', async () => {
  expect(await run()).toEqual({
    state: 'ok',
    cause: 'No email waits.',
    action: null,
    figures: { waiting: 0, oldest_seconds: 0 },
  });
  await queue(1);
  await makeOlder(4);
  const finding = await run();
  expect(finding).toMatchObject({
    state: 'ok',
    cause: expect.stringMatching(/^1 email waits, the oldest since /),
  });
  expect(finding.figures?.oldest_seconds).toBeGreaterThanOrEqual(240);
});

function openServer(url: string) {
  const jobs = createJobs({ database: shared.database, logger: createLogger('silent') });
  handleEmails(jobs, {
    database: shared.database,
    clock: new SettableClock(),
    templates: { welcome: async (_tx, { recipient }) => ({ to: recipient, subject: 'Welcome', text: 'x' }) },
    send: createSmtpTransport(url, 'no-reply@tezi.test'),
  });
  return jobs;
}

it('fails while a mail server rejects connections, and names the error without addresses', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const jobs = openServer(`smtp://user:a-secret@127.0.0.1:${port}`);
  await queue(25);
  await jobs.runDue(emailQueue);
  await makeOlder(6);
  const finding = await run();
  expect(finding).toMatchObject({
    state: 'failing',
    cause: expect.stringMatching(
      /^25 emails wait, the oldest since .+: the mail server rejects the connection \(ECONNREFUSED\)\.$/,
    ),
    figures: { waiting: 25 },
  });
  expect(JSON.stringify(finding)).not.toMatch(/secret|example\.com|127\.0\.0\.1/);
  await jobs.close();
});

it.each([
  [{ message: 'certificate has expired', code: 'ESOCKET' }, 'the certificate of the mail server has expired'],
  [
    { message: 'self-signed certificate', code: 'ESOCKET' },
    'the certificate of the mail server is not valid',
  ],
  [
    { message: 'Invalid login: 535 5.7.8 u@x.example', code: 'EAUTH', responseCode: 535 },
    'the mail server rejects the sign-in (535)',
  ],
  [
    { message: 'getaddrinfo ENOTFOUND smtp.example', code: 'EDNS' },
    'the name of the mail server cannot be resolved',
  ],
  [{ message: 'Connection timeout', code: 'ETIMEDOUT' }, 'the mail server does not respond in time'],
  [{ message: '454 busy', code: 'EMESSAGE', responseCode: 454 }, 'the mail server rejects them (454)'],
  [{ message: 'read ECONNRESET', code: 'ESOCKET' }, 'sending fails (ECONNRESET)'],
])('explains %j', async (cause, expected) => {
  await queue(1);
  await makeOlder(6);
  await query("update pgboss.job set state = 'retry', output = $1", [{ message: 'failed', cause }]);
  expect((await run()).cause).toContain(`: ${expected}.`);
});

it('lets emails to many customers wait for longer than those that someone waits for', async () => {
  await shared.database.transaction((tx) =>
    enqueue(tx, bulkEmailQueue, { template: 'alerts', recipient: 'ayesha@example.com' }),
  );
  await makeOlder(20);
  expect((await run()).state).toBe('ok');
  await makeOlder(11);
  expect((await run()).state).toBe('failing');
});

it.each([
  ['MAIL', '452 4.3.1 Insufficient system storage'],
  ['MAIL', '553 5.7.1 Sender rejected'],
  ['RCPT', '451 4.3.0 Quota exceeded'],
  ['RCPT', '554 5.7.1 Relay access denied'],
] as const)('fails while a mail server answers each %s with “%s”', async (command, reply) => {
  const server = await startSmtpServer();
  server.rejectWith(reply, command);
  const jobs = openServer(server.url);
  await queue(25);
  await jobs.runDue(emailQueue);
  await makeOlder(6);
  expect(await run()).toMatchObject({
    state: 'failing',
    cause: expect.stringMatching(
      new RegExp(`^25 emails wait, .+: the mail server rejects them \\(${reply.slice(0, 3)}\\)\\.$`),
    ),
  });
  await jobs.close();
  await server.close();
});

it('ignores recipients that are rejected while others are accepted, because anyone can register with any address', async () => {
  const server = await startSmtpServer();
  server.rejectWith('550 5.1.1 No such user');
  const jobs = openServer(server.url);
  await queue(4);
  await jobs.runDue(emailQueue);
  await makeOlder(6);
  expect((await run()).state).toBe('ok');
  await queue(8);
  await jobs.runDue(emailQueue);
  await makeOlder(6);
  expect((await run()).state).toBe('failing');
  server.rejectWith(null);
  await queue(1);
  await jobs.runDue(emailQueue);
  expect(await run()).toMatchObject({ state: 'ok', cause: 'No email waits.' });
  await jobs.close();
  await server.close();
});

it('does not count dead letters of rejected recipients as failed jobs, but those of other errors', async () => {
  const runJobs = () => createJobsCheck(shared.database.db, isRecipientRejected).run();
  const addDead = (queueName: string, cause: object) =>
    query("insert into pgboss.job (name, source_name, source_output) values ('dead-letters', $1, $2)", [
      queueName,
      { message: 'failed', cause },
    ]);
  const jobs = createJobs({ database: shared.database, logger: createLogger('silent') });
  handleEmails(jobs, {
    database: shared.database,
    clock: new SettableClock(),
    templates: {},
    send: async () => {},
  });
  await jobs.runDue(emailQueue);
  await addDead('email', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 });
  expect((await runJobs()).state).toBe('ok');
  await addDead('backup', { code: 'ENOSPC' });
  expect(await runJobs()).toMatchObject({
    state: 'warning',
    cause: '1 job has failed permanently: backup 1.',
  });
  await jobs.close();
});
