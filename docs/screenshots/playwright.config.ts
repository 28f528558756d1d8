import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

/** `npm run docs:screenshots`: the browser of the tests, for a visitor in Pakistan. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../../tests/e2e/global-setup.ts',
  workers: 1,
  retries: 0,
  timeout: 900_000,
  use: { ...config.use, timezoneId: 'Asia/Karachi', colorScheme: 'light', screenshot: 'off' },
});
