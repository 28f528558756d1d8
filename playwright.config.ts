import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The headless shell is the same engine without a user interface and runs the tests in half the time.
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync) ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  testMatch: '**/{core,features/*}/e2e/**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each worker runs its own product and browser.
  workers: 2,
  fullyParallel: true,
  // On a busy machine a browser can miss a time limit. A test that passes on its second run is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // Tests of a worker share a page, without what the last one stored: a page of its own takes twice the processor time.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    // Another time zone than the server's, so that times in the wrong zone show as hydration mismatches.
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page stays in the process in which it was opened: otherwise its first navigation starts a second one.
        '--renderer-process-limit=1',
        // No page lives long enough for fully optimized code to be faster than its compilation. Maglev compiles quickly and helps scans by axe.
        '--js-flags=--no-opt',
      ],
    },
  },
});
