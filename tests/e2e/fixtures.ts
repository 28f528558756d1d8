import { type BrowserContext, expect, type Page, test as playwrightTest } from '@playwright/test';
import {
  createCustomer,
  getStorageState,
  signInAdministrator,
  type TestUser,
  VISITOR,
} from './support/accounts.ts';
import { BrowserErrors } from './support/fail-on-console-error.ts';
import { type Product, startProduct } from './support/product.ts';

interface TestFixtures {
  /** The role of the user in `page`: `test.use({ role: 'customer' })` creates and signs in a customer for each test. */
  role: 'visitor' | 'customer' | 'administrator';
  /** The user in `page`. */
  user: TestUser;
  /** Opens another browser, which shares nothing with `page`. Its unexpected errors fail the test too. */
  openBrowser: (user?: TestUser) => Promise<Page>;
  /** Fails the test on browser errors that it does not expect. */
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  product: Product;
}

/** Playwright's `test` with a separate product for each worker. */
export const test = playwrightTest.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),

  role: ['visitor', { option: true }],
  user: async ({ role, product }, use) => {
    if (role === 'visitor') return use(VISITOR);
    await use(await (role === 'customer' ? createCustomer : signInAdministrator)(product.url));
  },
  browserErrors: async ({ product }, use) => {
    const browserErrors = new BrowserErrors(product.url);
    await use(browserErrors);
    expect(browserErrors.listUnexpected(), 'unexpected browser errors').toEqual([]);
  },
  context: async ({ context, browserErrors, user, product }, use) => {
    // Playwright does not reset these when it reuses a context.
    await context.setOffline(false);
    await context.clearPermissions();
    await signIn(context, user, product.url);
    browserErrors.watch(context);
    await use(context);
  },
  openBrowser: async ({ browser, product, browserErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (user = VISITOR) => {
      const context = await browser.newContext({ storageState: getStorageState(user, product.url) });
      contexts.push(context);
      browserErrors.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Not by the option `storageState`: a context with other options than the last one is not reused. */
export async function signIn(context: BrowserContext, user: TestUser, baseUrl: string): Promise<void> {
  const [stored] = getStorageState(user, baseUrl).origins;
  if (!stored) return;
  const page = context.pages()[0] ?? (await context.newPage());
  await page.route(baseUrl, (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  await page.goto(baseUrl);
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, stored.localStorage);
  await page.unroute(baseUrl);
}

export { expect };
