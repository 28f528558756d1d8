import type { Page } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { expectAccessible } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { createCustomer } from '#tests/e2e/support/accounts.ts';
import { getPath, holdRequests, openPage } from '#tests/e2e/support/pages.ts';

const API = '**/api/search/**';

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const getInput = (page: Page) => page.getByRole('combobox', { name: 'Search companies, news and pages' });
const getOption = (page: Page, name: string | RegExp) => getDialog(page).getByRole('option', { name });
const getLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' });

/** Opens a page and waits until the search can be opened. */
async function openReadyPage(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await expect(getLink(page)).toHaveAttribute('aria-haspopup', 'dialog');
}

test('a visitor opens the search with /, moves through the results and opens one', async ({ page }) => {
  await openReadyPage(page, paths.pricing);
  await page.keyboard.press('/');
  await expect(getInput(page)).toBeFocused();
  await expect(getInput(page)).toHaveValue('');
  await expect(getOption(page, 'Board Meetings')).toBeVisible();

  await getInput(page).pressSequentially('lucky');
  const [first, second] = [getOption(page, /^LUCK Lucky Cement/), getOption(page, /^LCI Lucky Core/)];
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(getDialog(page).getByRole('status')).toHaveText(/^2 companies/);
  await page.keyboard.press('ArrowDown');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  expect(await getInput(page).getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(first).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(getCompanyPath('LCI'));
  await expect(getDialog(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('Escape and a press outside close it and return the focus; Enter opens the best result, even before it arrives', async ({
  page,
}) => {
  await test.step('Escape and a press outside close it and return the focus', async () => {
    await openReadyPage(page, paths.news);
    await getLink(page).click();
    await getInput(page).fill('pso');
    await expect(getOption(page, /^PSO Pakistan State/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(getDialog(page)).toBeHidden();
    await expect(getLink(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(getInput(page)).toHaveValue('');
    await page.mouse.click(5, 500);
    await expect(getDialog(page)).toBeHidden();
    expect(getPath(page)).toBe(paths.news);
  });

  await test.step('Enter opens the best result of what was typed, even before it arrives', async () => {
    await page.keyboard.press('Control+k');
    const held = await holdRequests(page, API);
    await getInput(page).pressSequentially('luky');
    await page.keyboard.press('Enter');
    await expect.poll(held.count).toBeGreaterThan(0);
    await expect(page).toHaveURL(paths.news);
    held.release();
    await expect(page).toHaveURL(getCompanyPath('LUCK'));
  });
});

test('/ is typed in fields, and can be turned off', async ({ page }) => {
  await openReadyPage(page, paths.companies);
  const field = page.getByRole('searchbox', { name: 'Search companies' });
  await field.press('/');
  await expect(field).toHaveValue('/');
  await expect(getDialog(page)).toBeHidden();
  await field.press('Control+k');
  await page.getByLabel('Open with / as well as Ctrl+K').uncheck();
  await page.keyboard.press('Escape');
  await getLink(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(getInput(page)).toHaveValue('');
  await expect(getDialog(page)).toHaveCount(1);
});

test('previous results remain while others load; failures and searches without results say what to do', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(503);
  await openReadyPage(page, paths.pricing);
  await page.keyboard.press('/');
  await getInput(page).fill('hbl');
  await expect(getOption(page, /^HBL Habib Bank/)).toBeVisible();
  await expectAccessible(page, 'with results');

  const held = await holdRequests(page, API);
  await getInput(page).fill('zzzz');
  await expect.poll(held.count).toBeGreaterThan(0);
  await expect(getOption(page, /^HBL Habib Bank/)).toBeVisible();
  held.release();
  await expect(getDialog(page).getByText('No results for “zzzz”', { exact: true })).toBeVisible();
  await expectAccessible(page, 'without results');

  await page.unroute(API);
  await page.route(API, (route) => route.fulfill({ status: 503, json: { detail: 'Unavailable' } }));
  await getInput(page).fill('ogdc');
  await expect(getDialog(page).getByRole('alert')).toContainText('The search failed');
  await expectAccessible(page, 'with an error');
  await page.unroute(API);
  await getDialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(getOption(page, /^OGDC Oil/)).toBeVisible();
});

test.describe('an administrator', () => {
  test.use({ role: 'administrator' });

  test('finds customers and administration pages', async ({ page, product }) => {
    const { email } = await createCustomer(product.url);
    await openReadyPage(page, paths.adminDashboard);
    await page.keyboard.press('Control+k');
    await getInput(page).fill('audit');
    await expect(getOption(page, 'Admin: Audit log')).toBeVisible();
    await getInput(page).fill(email);
    await getOption(page, new RegExp(email)).click();
    await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.adminCustomers}\\?customer=`));
    await expect(page.getByText(email).first()).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the link leads to a form with the same results', async ({ page }) => {
    await page.goto(paths.home);
    await getLink(page).click();
    await expect(page).toHaveURL(paths.search);
    await page.getByRole('searchbox', { name: 'Search companies, news and pages' }).fill('luky');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(`${paths.search}?q=luky`);
    await page.getByRole('link', { name: /^LUCK Lucky Cement/ }).click();
    await expect(page).toHaveURL(getCompanyPath('LUCK'));
  });
});

test('the page of the search searches while typing', async ({ page }) => {
  await openPage(page, paths.search);
  const field = page.getByRole('main').getByRole('searchbox');
  await field.pressSequentially('engro');
  await expect(page.getByRole('link', { name: /^ENGROH Engro Holdings/ })).toBeVisible();
  await expect(page).toHaveURL(`${paths.search}?q=engro`);
  await page.getByRole('link', { name: 'All companies for this search' }).click();
  await expect(page).toHaveURL(`${paths.companies}?search=engro`);
});
