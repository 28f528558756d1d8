import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChecks, type Finding } from '#core/server/platform/checks/checks.ts';
import { systemClock } from '#core/server/platform/clock.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { addDoctorCommand } from './doctor.command.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared.remove());

it.each<[Pick<Finding, 'state' | 'isMissing'>, string]>([
  [{ state: 'ok' }, 'Everything essential is set up.'],
  [{ state: 'failing' }, 'Essential items that do not work: 1.'],
  [{ state: 'failing', isMissing: true }, 'Essential items that are missing: 1.'],
  [{ state: 'off' }, 'Essential items that are missing: 1.'],
])('ends with what is missing for %j', async (found, expected) => {
  const { database } = shared;
  const logger = createLogger('silent');
  const checks = createChecks({ server: null, database, clock: systemClock, logger });
  checks.register({
    id: 'backups',
    title: 'The database is backed up',
    scope: 'shared',
    setup: { group: 'Site', purpose: 'Restores the site.', isEssential: true },
    run: async () => ({ cause: 'Cause.', action: null, ...found }),
  });
  const lines: string[] = [];
  const program = new Command();
  addDoctorCommand(program, {
    withDatabase: (run: (...args: never[]) => Promise<void>) => run(database as never, {} as never),
    print: (line: string) => lines.push(line),
    openChecks: async () => ({ checks, close: async () => {} }),
  } as never);
  await program.parseAsync(['doctor'], { from: 'user' });
  expect(lines.at(-1)).toBe(`\n${expected}`);
});
