import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,db,simulators,tests}/**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'tests/faults/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/fail-on-outbound-calls.ts'],
    // Every test file has a database of its own; more at once than cores would only make each slower.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
