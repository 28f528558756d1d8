import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// The shell is the same engine without a browser's own windows, and walks the journeys in half the time.
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync) ?? '/usr/bin/chromium';

/**
 * What these walk is the same wherever the rows are kept: looks, the frame, code that comes late, another's simulator, and
 * what readers do with lists beyond seeing them.
 */
const ON_ONE_DATABASE =
  /\/(accessibility|frame|lists|simulators)\/|\/(news|board-meetings|book-closures)\/(?!list)/;

export default defineConfig({
  testDir: 'tests/e2e',
  // Twice everything would take CI longer than anybody waits.
  testIgnore: process.env.TEST_DATABASE_URL ? ON_ONE_DATABASE : [],
  globalSetup: './tests/e2e/global-setup.ts',
  // Each worker runs a product and a browser of its own.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Readers are elsewhere than the server: what is rendered by the wrong clock shows as a mismatch.
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
      ],
    },
  },
});
