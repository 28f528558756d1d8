import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { checkResults } from '#core/server/platform/checks/checks.tables.ts';
import { createChecks } from '#core/server/platform/checks/checks.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { removeAdministrator } from '#features/accounts/server/admin/admin.ts';
import { boardMeetings } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  changeTaskEmails,
  confirmTaskEmails,
  readTaskEmails,
} from '#features/operations/contract/task-emails.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { SettableClock, useTestApp } from '#tests/support/test-app.ts';
import { notifiedTasks } from './operations.tables.ts';
import { createTaskEmails, notifyOfTasks } from './task-emails.ts';

const test = useTestApp();
const NOW = '2026-11-27T12:40:00.000Z';
const EMAIL = 'operator@signals.pk';
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  test.clock.set(NOW);
  admin = await signInAdministrator(test);
});

/** Renders and accepts the queued emails of a template, as sending them does, and removes them; a dead mail server accepts none. */
async function sendQueued(template: string, { isAccepted = true, now = test.clock.now() } = {}) {
  const templates = createTaskEmails({ publicUrl: 'https://signals.pk' }, test.database);
  const { rows } = await test.database.pool.query(
    "delete from pgboss.job where name = 'email' and data ->> 'template' = $1 returning data",
    [template],
  );
  const messages = [];
  for (const { data } of rows)
    messages.push(await test.database.transaction(async (tx) => templates[template]?.(tx, data, now)));
  if (isAccepted) for (const message of messages) await message?.onSent?.();
  return messages.filter((message) => message !== null);
}

const change = (email: string, is_on = true) =>
  test.call(changeTaskEmails, { body: { email, is_on } }, { token: admin.access });
const confirm = (code: string) => test.call(confirmTaskEmails, { body: { code } }, { token: admin.access });
const makeFiling = () =>
  makeMeetings(test.database, [
    {
      state: 'waiting',
      companyName: 'Company',
      subject: 'Board Meeting',
      filedAt: new Date('2026-11-27T10:00:00.000Z'),
    },
  ]);
const notify = () => notifyOfTasks({ ...test, logger: createLogger('silent'), checks: test.app.checks });

it('confirms an address with the code that was sent to it, once', async () => {
  expect((await change(EMAIL)).body).toMatchObject({ email: EMAIL, is_confirmed: false, is_on: true });
  await notify();
  expect(await sendQueued('tasks')).toEqual([]);
  const [message] = await sendQueued('task-email-code');
  expect(message?.to).toBe(EMAIL);
  const [, code = ''] = /: (\d{6})$/m.exec(message?.text ?? '') ?? [];
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await confirm(wrong)).toMatchObject({
    status: 400,
    body: { code: [expect.stringContaining('wrong')] },
  });
  expect((await confirm(code)).body).toMatchObject({ is_confirmed: true });
  expect((await confirm(code)).status).toBe(400);
  // The failed attempt changes nothing.
  expect((await test.call(readTaskEmails, {}, { token: admin.access })).body.is_confirmed).toBe(true);
});

it('emails each task once, and again when it is back after it was settled', async () => {
  await notify();
  const [first, ...others] = await sendQueued('tasks');
  expect(others).toEqual([]);
  expect(first).toMatchObject({ to: EMAIL, text: expect.stringContaining('No prices are stored.') });
  expect(first?.text).toContain('https://signals.pk/admin/setup');
  await notify();
  expect(await sendQueued('tasks')).toEqual([]);

  const result = {
    id: 'clock',
    title: 'The clock agrees',
    path: null,
    server: 'another:3000',
    state: 'failing' as const,
    cause: 'It is 2 hours ahead.',
    action: 'Synchronize it.',
  };
  const report = async (ageMs: number) => {
    const values = { server: 'another:3000', results: [{ ...result, ageMs }] };
    await test.database.db.delete(checkResults);
    await test.database.db.insert(checkResults).values(values);
    await notify();
    return sendQueued('tasks');
  };
  // A minute may be all.
  expect(await report(60_000)).toEqual([]);
  expect(await report(600_000)).toMatchObject([{ subject: 'It is 2 hours ahead.' }]);
  expect(await report(700_000)).toEqual([]);
  // A check around its limit is not emailed again and again.
  await test.database.db.delete(checkResults);
  await notify();
  expect(await report(600_000)).toEqual([]);
  await test.database.db.delete(checkResults);
  test.clock.set('2026-11-27T13:41:00.000Z');
  await notify();
  // Others have lasted long enough by then.
  await sendQueued('tasks');
  expect(await report(600_000)).toHaveLength(1);
  await test.database.db.delete(checkResults);
  // The session has ended by then.
  test.clock.set(NOW);
});

it('writes an email again that the mail server did not accept, and tells what became worse', async () => {
  await makeFiling();
  await notify();
  await notify();
  const one = [{ subject: '1 filing to confirm' }];
  expect(await sendQueued('tasks', { isAccepted: false })).toMatchObject(one);
  // The mail server is dead until the job has failed permanently.
  await notify();
  const late = await sendQueued('tasks', { isAccepted: false });
  expect(late).toMatchObject(one);
  await makeFiling();
  await notify();
  await late[0]?.onSent?.();
  expect(await sendQueued('tasks')).toMatchObject([{ subject: '2 filings to confirm' }]);
  await notify();
  expect(await sendQueued('tasks')).toEqual([]);
});

it('replaces an email that failed permanently with the next one', async () => {
  await makeFiling();
  await notify();
  await test.database.pool.query(
    "update pgboss.job set state = 'failed' where name = 'email' and data ->> 'template' = 'tasks'",
  );
  await notify();
  expect(await sendQueued('tasks')).toMatchObject([{ subject: '3 filings to confirm' }]);
});

it('emails work again that is back soon after it was settled', async () => {
  const settle = () => test.database.db.delete(boardMeetings);
  await settle();
  await notify();
  await makeFiling();
  await notify();
  expect(await sendQueued('tasks')).toMatchObject([{ subject: '1 filing to confirm' }]);
  await settle();
});

it('does not email what was settled before the mail server accepted it', async () => {
  const result = { id: 'clock', title: 'The clock agrees', path: null, server: 'another:3000' };
  const failing = { ...result, state: 'failing' as const, cause: 'It is ahead.', action: 'Synchronize it.' };
  const values = { server: 'another:3000', results: [{ ...failing, ageMs: 600_000 }] };
  await test.database.db.delete(notifiedTasks).where(eq(notifiedTasks.taskId, 'clock another:3000'));
  await test.database.db.insert(checkResults).values(values);
  await notify();
  await test.database.db.delete(checkResults);
  test.clock.advance(11 * MINUTE);
  expect(await sendQueued('tasks')).toEqual([]);
  // It was not sent, so it is once it is back.
  await test.database.db.insert(checkResults).values(values);
  await notify();
  expect(await sendQueued('tasks')).toMatchObject([{ subject: 'It is ahead.' }]);
  await test.database.db.delete(checkResults);
  test.clock.set(NOW);
});

it('emails a problem again when the check has found another one', async () => {
  const clock = new SettableClock();
  clock.set('2026-11-27T14:00:00.000Z');
  const logger = createLogger('silent');
  const checks = createChecks({
    server: null,
    database: test.database,
    clock,
    logger,
    limits: { cacheMs: 0 },
  });
  let problems = 1;
  const run = async () => {
    await notifyOfTasks({ ...test, clock, logger, checks });
    return sendQueued('tasks', { now: clock.now() });
  };
  checks.register({
    id: 'analysts',
    title: 'Analysts are registered',
    scope: 'shared',
    run: async () => ({ state: 'warning', cause: `${problems} end.`, action: 'Renew them.', problems }),
  });
  await run();
  clock.advance(6 * MINUTE);
  expect(await run()).toMatchObject([{ subject: '1 end.' }]);
  expect(await run()).toEqual([]);
  problems = 2;
  expect(await run()).toMatchObject([{ subject: '2 end.' }]);
});

it('rejects codes after five wrong ones, and sends nothing to an address that is not confirmed', async () => {
  await change('other@signals.pk');
  const [message] = await sendQueued('task-email-code');
  const [, code = ''] = /: (\d{6})$/m.exec(message?.text ?? '') ?? [];
  const wrong = code === '000000' ? '000001' : '000000';
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await confirm(wrong)).status).toBe(400);
  expect((await confirm(code)).status).toBe(400);
  await notify();
  expect(await sendQueued('tasks')).toEqual([]);
});

it('forgets the address of a deleted administrator', async () => {
  const leaving = await signInAdministrator(test);
  await test.call(
    changeTaskEmails,
    { body: { email: 'leaving@signals.pk', is_on: false } },
    { token: leaving.access },
  );
  await test.database.transaction((tx) => removeAdministrator(tx, leaving.username));
  await notify();
  const { rows } = await test.database.pool.query(
    "select 1 from task_emails where email = 'leaving@signals.pk'",
  );
  expect(rows).toEqual([]);
});

it.each(['', 'no address', 'a@b', 'a@b.pk\nBcc: c@d.pk'])('rejects the address %j', async (email) => {
  expect((await change(email)).status).toBe(400);
});
