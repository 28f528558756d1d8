import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { openPage } from './pages.ts';

export interface Prices {
  entry: string;
  stop: string;
  targets: [string, string, string];
}

/** The prices of a buy signal: 5 rupees risk, 15 rupees reward. */
export const PRICES: Prices = { entry: '100', stop: '95', targets: ['105', '110.5', '115'] };

export async function fillSignal(dialog: Locator, symbol: string, prices: Prices = PRICES): Promise<void> {
  await field(dialog, 'Stock Name').fill(symbol);
  await field(dialog, 'Entry Price').fill(prices.entry);
  await field(dialog, 'Stop Loss').fill(prices.stop);
  for (const [index, price] of prices.targets.entries()) await field(dialog, `TP${index + 1}`).fill(price);
}

/** Asks to publish the signal of the form, and returns the confirmation. */
export async function openConfirmation(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Publish' }).click();
  return getConfirmation(dialog);
}

/** Returns the dialog that names what is published and who sees it. */
export const getConfirmation = (dialog: Locator) =>
  dialog.page().getByRole('dialog', { name: 'Publish signal' });

/** Adds the signal of the form. Its symbol is not in the company directory, which needs a reason. */
export async function addUnlisted(dialog: Locator): Promise<void> {
  const confirmation = await openConfirmation(dialog);
  await field(confirmation, 'Reason').fill('Made for a test');
  await confirmation.getByRole('button', { name: 'Publish' }).click();
}

/** Shows the fields beyond those that a publication needs. */
export async function showMore(dialog: Locator): Promise<void> {
  const isShown = await field(dialog, 'Order Type').isVisible();
  if (!isShown) await dialog.getByText('More', { exact: true }).click();
}

/** Returns a field of the form. The label is matched exactly, because the price level drawing contains the same names. */
export const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });

/** Opens the dashboard and the form for a new signal. */
export async function openAddDialog(page: Page): Promise<Locator> {
  await openPage(page, paths.adminDashboard);
  await page.getByRole('button', { name: 'Add New Signal' }).click();
  return page.getByRole('dialog', { name: 'Add New Signal' });
}

/** Presses an action of a row: in the menu of the row, unless it is the primary one. */
export async function chooseRowAction(scope: Page | Locator, action: string, row: string): Promise<void> {
  const button = scope.getByRole('button', { name: `${action} ${row}` });
  const menu = scope.getByRole('button', { name: `More actions: ${row}` });
  await menu.waitFor();
  if (!(await button.isVisible())) await menu.click();
  await button.click();
}

/** Opens the dashboard with the signals of a symbol. */
export async function openDashboard(page: Page, symbol: string): Promise<Locator> {
  await openPage(page, `${paths.adminDashboard}?signal_type=intraday&search=${symbol}`);
  return getRow(page, symbol);
}

export const getRow = (page: Page, symbol: string) => page.getByRole('row').filter({ hasText: symbol });

/** Opens the edit form of a signal on the dashboard. */
export async function openEditDialog(page: Page, symbol: string): Promise<Locator> {
  await openDashboard(page, symbol);
  await page.getByRole('button', { name: `Edit ${symbol}` }).click();
  return page.getByRole('dialog', { name: `Edit Signal: ${symbol}` });
}

/** Returns the card of a signal on the public page. */
export const getCard = (page: Page, symbol: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: symbol });
