import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import type { Config } from '#core/server/config/config.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { type AccountHooks, eraseCustomer, findUser } from '#features/accounts/server/accounts.ts';

interface CustomerDependencies extends Pick<CommandDependencies, 'withDatabase' | 'print' | 'clock'> {
  createHooks: (config: Config) => Promise<AccountHooks>;
}

/** `tezi customers erase-again`: a restored backup contains customers who deleted their accounts after it was made. */
export function addCustomerCommands(
  program: Command,
  { withDatabase, print, clock, createHooks }: CustomerDependencies,
): void {
  program
    .command('customers')
    .description('Customers')
    .command('erase-again')
    .argument(
      '<file>',
      'the log of the servers, or the output of `tezi security-events`; /dev/stdin reads the input',
    )
    .description(
      'After a restore, delete the customers whose deletion (account_deleted) a log or an old database reports',
    )
    .action(async (file: string) => {
      const ids = findDeletedCustomers(await readLog(file));
      await withDatabase(async (database, config) => {
        const hooks = await createHooks(config);
        const subscribed: string[] = [];
        let erased = 0;
        for (const id of ids) {
          const isErased = await database
            .transaction(async (tx) => {
              const user = await findUser(tx, id);
              if (!user) return false;
              await eraseCustomer(tx, user, hooks);
              // The event is like that of the first deletion, so that the log forgets the customer after the same time.
              const account = { kind: 'customer', id } as const;
              await recordOperatorEvent(tx, { kind: 'account_deleted', account }, clock.now());
              return true;
            })
            .catch((error) => {
              if (!(error instanceof HttpError)) throw error;
              subscribed.push(id);
              return false;
            });
          if (isErased) erased += 1;
        }
        print(`${ids.length} deletions found: ${erased} customers existed again and are erased.`);
        if (subscribed.length > 0)
          throw new StartupError(
            `Not erased, because their subscriptions were not canceled yet when the backup was made: ${subscribed.join(', ')}. Run the command again when the server has reconciled with Paddle, within an hour.`,
          );
      });
    });
}

/** Another user than that of the process may have opened the input, which can then be read but not opened again. */
const readLog = (file: string): Promise<string> =>
  (file === '/dev/stdin' ? text(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new StartupError(`${file} cannot be read: ${error.message}.`, { cause: error });
  });

/** Returns the IDs of the customers in lines about `account_deleted`: of the log, or of the command `security-events`. */
export function findDeletedCustomers(log: string): string[] {
  const ids = log.split('\n').flatMap((line) => {
    if (!line.includes('account_deleted')) return [];
    const listed = /^\S+ {2}account_deleted {2}customer ([0-9a-f-]{36})(?: |$)/.exec(line)?.[1];
    return listed ?? readLogLine(line) ?? [];
  });
  return [...new Set(ids)];
}

/** The journal of systemd writes its own fields before the line. */
function readLogLine(line: string): string | null {
  try {
    const { event, accountKind, accountId } = JSON.parse(line.slice(line.indexOf('{')));
    const isDeletion = event === 'account_deleted' && accountKind === 'customer';
    return isDeletion && /^[0-9a-f-]{36}$/.test(accountId) ? accountId : null;
  } catch {
    // Other programs may write lines that are not JSON to the same log.
    return null;
  }
}
