import type { Command } from 'commander';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import type { Config } from '#core/server/config/config.ts';
import type { CheckState } from '#core/server/platform/checks/checks.tables.ts';
import { type Checks, listMissing } from '#core/server/platform/checks/checks.ts';
import type { Database } from '#core/server/platform/database.ts';

const LABELS: Record<CheckState, string> = {
  ok: 'OK',
  off: 'NOT SET UP',
  warning: 'WARNING',
  failing: 'FAILING',
  unknown: 'UNKNOWN',
};

interface DoctorDependencies extends Pick<CommandDependencies, 'withDatabase' | 'print'> {
  /** Opens the checks of all features on the database, without a server. */
  openChecks: (database: Database, config: Config) => Promise<{ checks: Checks; close: () => Promise<void> }>;
}

/** `tezi doctor`: prints what the setup page and the checks of the page System show. */
export function addDoctorCommand(
  program: Command,
  { withDatabase, print, openChecks }: DoctorDependencies,
): void {
  program
    .command('doctor')
    .description(
      'Show what the site needs and what does not work; --test also tries emails, payments and the public URL',
    )
    .option('--test', 'try what can be tried, such as sending an email to CONTACT_EMAIL')
    .action(({ test }: { test?: boolean }) =>
      withDatabase(async (database, config) => {
        const { checks, close } = await openChecks(database, config);
        try {
          const setup = await checks.readSetup();
          const inSetup = new Set(setup.map(({ id }) => id));
          let group = '';
          for (const { id, setup: item, ...result } of setup) {
            if (item.group !== group) print(`\n${item.group}`);
            group = item.group;
            const finding = test && item.test ? await checks.test(id, config.contact) : null;
            printResult({ ...result, ...finding });
          }
          const others = (await checks.readAll({ isOwnPreferred: true })).filter(
            ({ id, state }) => !inSetup.has(id) && state !== 'ok',
          );
          if (others.length > 0) print('\nProblems');
          for (const result of others) printResult(result);
          const missing = listMissing(setup).length;
          const broken = setup.filter(({ setup: item, state }) => item.isEssential && state === 'failing');
          if (missing > 0) print(`\nEssential items that are missing: ${missing}.`);
          else if (broken.length > 0) print(`\nEssential items that do not work: ${broken.length}.`);
          else print('\nEverything essential is set up.');
        } finally {
          await close();
        }
      }),
    );

  function printResult({
    title,
    state,
    cause,
    action,
  }: {
    title: string;
    state: CheckState;
    cause: string;
    action: string | null;
  }) {
    print(`  ${LABELS[state].padEnd(10)}  ${title}: ${cause}`);
    if (action !== null) print(`              ${action}`);
  }
}
