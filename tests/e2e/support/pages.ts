import { expect, type Locator, type Page } from '@playwright/test';

export const PHONE = { width: 360, height: 740 };

/** Opens a page and waits until it answers to its reader. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** The page has become interactive. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
}

/** The message in the corner with that title and text. */
export function toast(page: Page, title: string, description: string): Locator {
  return page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: description });
}

/** Path, query and fragment of the open page. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

/** The text under which the browser's storage keeps something, `null` for nothing. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Holds every answer to the calls that match until `release` is called. */
export async function hold(page: Page, calls: string): Promise<{ release: () => void; count: () => number }> {
  let release = () => {};
  let count = 0;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(calls, async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  return { release, count: () => count };
}
