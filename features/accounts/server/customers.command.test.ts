import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { afterAll, expect, it, vi } from 'vitest';
import { createAccountHooks } from '#app.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { storeEvents, toRow } from '#core/server/platform/security-events/store-event.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addSecurityEventsCommand } from './admin/security-events.command.ts';
import { addCustomerCommands, findDeletedCustomers } from './customers.command.ts';

const test = useTestApp();
const dir = mkdtempSync(join(tmpdir(), 'tezi-test-customers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function run(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command('tezi').exitOverride();
  const dependencies: Pick<CommandDependencies, 'withDatabase' | 'print' | 'clock'> = {
    withDatabase: (work) => work(test.database, readConfig({})),
    print: (line: string) => void lines.push(line),
    clock: test.clock,
  };
  addCustomerCommands(program, {
    ...dependencies,
    createHooks: async (config) => createAccountHooks(config),
  });
  addSecurityEventsCommand(program, dependencies);
  await program.parseAsync(words, { from: 'user' });
  return lines;
}

const findId = async (email: string): Promise<string | undefined> =>
  (await test.database.pool.query('select id from users where email = $1', [email])).rows[0]?.id;

/** Returns the line that a server logs when the customer deletes the account. */
async function logDeletion(id: string): Promise<string> {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const source = {
    account: { kind: 'customer' as const, id },
    sessionId: randomUUID(),
    clientIp: null,
    device: null,
  };
  await storeEvents(test.database.db, [toRow({ kind: 'account_deleted' }, source, test.clock.now())], logger);
  return lines.join('').trim();
}

it('erases the customers whose deletion the log reports, once and without an email', async () => {
  const [gone, stays] = [await signUpCustomer(test), await signUpCustomer(test)];
  await test.deliverEmails();
  const id = (await findId(gone.email)) ?? '';
  const file = join(dir, 'log');
  const line = await logDeletion(id);
  writeFileSync(
    file,
    [`Nov 29 02:00:00 host node[7]: ${line}`, line, await logDeletion(randomUUID())].join('\n'),
  );
  expect(await run('customers', 'erase-again', file)).toEqual([
    '2 deletions found: 1 customers existed again and are erased.',
  ]);
  expect(await findId(gone.email)).toBeUndefined();
  expect(await findId(stays.email)).toBeDefined();
  expect(await test.deliverEmails()).toEqual([]);
  expect(await run('customers', 'erase-again', file)).toEqual([
    '2 deletions found: 0 customers existed again and are erased.',
  ]);
});

it('reads its input, which another user may have opened', async () => {
  const input = Readable.from([await logDeletion(randomUUID())]);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin);
  expect(await run('customers', 'erase-again', '/dev/stdin')).toEqual([
    '1 deletions found: 0 customers existed again and are erased.',
  ]);
});

it('reads the deletions that the old database lists', async () => {
  const id = randomUUID();
  await logDeletion(id);
  const lines = await run('security-events', '--kind', 'account_deleted');
  expect(findDeletedCustomers(lines.join('\n'))).toContain(id);
});

it('erases the others if a subscription was not canceled yet, and says to run again', async () => {
  const [subscribed, other] = [await signUpCustomer(test), await signUpCustomer(test)];
  const ids = [await findId(subscribed.email), await findId(other.email)] as string[];
  await insertSubscription(test, ids[0] ?? null);
  const file = join(dir, 'log');
  writeFileSync(file, (await Promise.all(ids.map(logDeletion))).join('\n'));
  await expect(run('customers', 'erase-again', file)).rejects.toThrow(
    `Not erased, because their subscriptions were not canceled yet when the backup was made: ${ids[0]}.`,
  );
  expect(await findId(subscribed.email)).toBeDefined();
  expect(await findId(other.email)).toBeUndefined();
});

it('ignores text that only looks like a deletion', () => {
  const id = randomUUID();
  const forged = JSON.stringify({
    event: 'sign_in_failed',
    reason: `{"event":"account_deleted","accountId":"${id}"}`,
  });
  expect(findDeletedCustomers(`${forged}\nx account_deleted  customer ${id}`)).toEqual([]);
});
