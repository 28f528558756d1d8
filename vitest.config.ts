import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * With TEST_DATABASE_URL, what can differ between versions and installations of PostgreSQL: the SQL of every page and list, searches,
 * jobs, migrations, backups, connections that are lost, and several servers. CI runs the generated requests to the API there too,
 * for the SQL of changes. Everything else would show nothing new there.
 */
const ON_ANOTHER_SERVER = [
  '{main*,prepare-content}.test.ts',
  'core/server/platform/*.test.ts',
  'core/server/platform/{backup,database,jobs,migrations,rate-limits}/**/*.test.ts',
  'core/server/startup/{maintenance-jobs,database/{check-database-server,start-together}}.test.ts',
  'core/server/http/{queries-per-request,errors/errors.{aborted,database,outage},pages/pages.{outage,silent-database},health}.test.ts',
  'features/accounts/server/{admin/first-accounts,deletion/*.race}.test.ts',
  'features/ledger/server/append-entries.test.ts',
  'features/*/server/**/*.migration.test.ts',
  'features/news/server/**/*.routes.test.ts',
  'tests/live-lists.test.ts',
];

/** Files that start servers or wait for time limits. */
const LONG = [
  'main.',
  'core/server/platform/embedded-database/',
  'core/server/platform/jobs/interrupted-jobs.',
  'core/server/startup/database/check-database-server.',
  'core/server/startup/npm-signals.',
  'core/server/startup/database/open-database.',
  'core/server/startup/database/start-together.',
];

/** Starts long files first, so that none runs alone at the end. Vitest only knows how long files take after a run. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.includes(`/${path}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: process.env.TEST_DATABASE_URL
      ? ON_ANOTHER_SERVER
      : ['*.test.ts', '{core,features,db,simulators,tests,bench,lint}/**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'tests/faults/**', 'tests/fuzz/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/fail-on-unexpected-calls.ts', 'tests/support/wait-longer.ts'],
    // The files of a worker share modules and a database, because loading and starting them takes longer than most tests.
    pool: 'forks',
    isolate: false,
    // More than the processors of CI, because many tests wait: for a server, a time limit or the database.
    maxWorkers: 4,
    // Garbage collection in several threads would only take processors from the other workers.
    execArgv: ['--single-threaded-gc'],
    sequence: { sequencer: LongFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // A shared machine can stall for seconds. A test that passes on its second run is reported with its retry.
    retry: process.env.CI ? 1 : 0,
  },
});
