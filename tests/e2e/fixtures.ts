import { type BrowserContext, expect, type Page, test as playwrightTest } from '@playwright/test';
import { makeCustomer, type Person, signInAdministrator, storageOf, VISITOR } from './support/accounts.ts';
import { Surprises } from './support/fail-on-console-error.ts';
import { type Product, startProduct } from './support/product.ts';

interface TestFixtures {
  /** Who reads in `page`: `test.use({ reader: 'customer' })` makes a customer of the test's own and signs them in. */
  reader: 'visitor' | 'customer' | 'administrator';
  /** That person. */
  person: Person;
  /** Opens a browser of somebody else's: nothing is shared with `page`, and the same surprises fail the test. */
  openBrowser: (person?: Person) => Promise<Page>;
  /** What fails the test unless it was declared. */
  surprises: Surprises;
}

interface WorkerFixtures {
  product: Product;
}

/** Playwright's `test` on a product of the worker's own. */
export const test = playwrightTest.extend<TestFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),

  reader: ['visitor', { option: true }],
  person: async ({ reader, product }, use) => {
    if (reader === 'visitor') return use(VISITOR);
    await use(await (reader === 'customer' ? makeCustomer : signInAdministrator)(product.address));
  },
  storageState: async ({ person, product }, use) => use(storageOf(person, product.address)),

  surprises: async ({ product }, use) => {
    const surprises = new Surprises(product.address);
    await use(surprises);
    expect(surprises.unexpected(), 'what nobody asked for').toEqual([]);
  },
  context: async ({ context, surprises }, use) => {
    surprises.watch(context);
    await use(context);
  },
  openBrowser: async ({ browser, product, surprises }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person = VISITOR) => {
      const context = await browser.newContext({ storageState: storageOf(person, product.address) });
      contexts.push(context);
      surprises.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
