import { defineConfig } from 'vitest/config';

/** Fault tests start whole servers, harm what they depend on, and print how they recovered: `npm run test:faults`. */
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
