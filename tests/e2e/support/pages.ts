import { expect, type Locator, type Page } from '@playwright/test';

export const MOBILE_VIEWPORT = { width: 360, height: 740 };

/** Opens a page and waits until it is interactive. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** Opens a page within the document, as a link does, which takes a fraction of the time. */
export async function navigate(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => window.__reactRouterDataRouter?.navigate(to), url);
  expect(getPath(page)).toBe(url);
}

declare global {
  interface Window {
    __reactRouterDataRouter?: {
      navigate: (to: string) => Promise<void>;
      state: { navigation: { state: string } };
    };
  }
}

/** Waits until the page is interactive. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/** Returns the toast with a title and description. */
export function getToast(page: Page, title: string, description: string): Locator {
  return page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: description });
}

/** Returns path, query and fragment of the current URL. */
export function getPath(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

/** Reads an item of the browser's local storage; `null` if there is none. */
export const readLocalStorage = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Delays all requests that match the URL pattern until `release` is called. */
export async function holdRequests(
  page: Page,
  pattern: string,
): Promise<{ release: () => void; count: () => number }> {
  let release = () => {};
  let count = 0;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  return { release, count: () => count };
}
