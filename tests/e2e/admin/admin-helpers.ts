import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { open } from '#tests/e2e/support/pages.ts';

export interface Prices {
  entry: string;
  stop: string;
  targets: [string, string, string];
}

/** A buy signal of round figures: 5 rupees at risk, 15 to win. */
export const PRICES: Prices = { entry: '100', stop: '95', targets: ['105', '110.5', '115'] };

export async function fillSignal(dialog: Locator, symbol: string, prices: Prices = PRICES): Promise<void> {
  await field(dialog, 'Stock Name').fill(symbol);
  await field(dialog, 'Entry Price').fill(prices.entry);
  await field(dialog, 'Stop Loss').fill(prices.stop);
  for (const [index, price] of prices.targets.entries()) await field(dialog, `TP${index + 1}`).fill(price);
}

/** A field of the form by its label; the drawing of the levels names the levels too. */
export const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

/** Opens the dashboard and the form for a new signal. */
export async function openAddDialog(page: Page): Promise<Locator> {
  await open(page, paths.adminDashboard);
  await page.getByRole('button', { name: 'Add New Signal' }).click();
  return page.getByRole('dialog', { name: 'Add New Signal' });
}

/** Opens the dashboard on the signals with that symbol. */
export async function openDesk(page: Page, symbol: string): Promise<Locator> {
  await open(page, `${paths.adminDashboard}?signal_type=intraday&search=${symbol}`);
  return rowOf(page, symbol);
}

export const rowOf = (page: Page, symbol: string) => page.getByRole('row').filter({ hasText: symbol });

/** Opens the form of a signal that stands on the dashboard. */
export async function openEditDialog(page: Page, symbol: string): Promise<Locator> {
  await openDesk(page, symbol);
  await page.getByRole('button', { name: `Edit ${symbol}` }).click();
  return page.getByRole('dialog', { name: `Edit Signal: ${symbol}` });
}

/** The card of a signal on the traders' page. */
export const cardOf = (page: Page, symbol: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: symbol });
