import { defineConfig } from 'vitest/config';

/** Fault tests start servers, break their dependencies, and print the recovery times: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: ['tests/faults/support/build-pages.ts'],
    reporters: ['verbose'],
    // One at a time: recovery times are measured.
    fileParallelism: false,
    maxConcurrency: 1,
    disableConsoleIntercept: true,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
