import { defineConfig } from 'vitest/config';

/** Tests that start no database, or only an embedded one: they would show nothing else on PostgreSQL. */
const WITHOUT_POSTGRES = [
  '{contract,web,db,simulators,bench}/**',
  'server/config/**',
  'server/main.*',
  'server/domains/news/feed/**',
  'server/domains/track-record/{evaluation,statistics}/**',
  'server/platform/{embedded-database,outbound}/**',
  'server/startup/{npm-signals,open-database}.test.ts',
];

export default defineConfig({
  test: {
    include: ['{contract,server,web,db,simulators,tests,bench}/**/*.test.{ts,tsx}'],
    exclude: [
      'node_modules/**',
      'tests/faults/**',
      'tests/fuzz/**',
      ...(process.env.TEST_DATABASE_URL ? WITHOUT_POSTGRES : []),
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/fail-on-unexpected-calls.ts'],
    // The files of a worker share modules and a database, because loading and starting them takes longer than most tests.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A shared machine can stall for seconds. A test that passes on its second run is reported with its retry.
    retry: process.env.CI ? 1 : 0,
  },
});
