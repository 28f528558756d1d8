import { defineConfig } from 'vitest/config';

/** Calls every documented endpoint with generated input: `npm run test:fuzz`. */
export default defineConfig({
  test: {
    include: ['tests/fuzz/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/fail-on-unexpected-calls.ts'],
    reporters: ['verbose'],
    pool: 'forks',
    disableConsoleIntercept: true,
    hookTimeout: 120_000,
  },
});
