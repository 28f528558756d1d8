import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getChips, getFiltersButton, getSearchBox, openFilters } from '#tests/e2e/support/board-meetings.ts';
import { getPath, openPage } from '#tests/e2e/support/pages.ts';

const LIST = paths.boardMeetings;

test('dates are typed, checked and applied, and Back and Clear All Filters remove them', async ({ page }) => {
  await test.step('the filters open, and the button counts them without the page', async () => {
    await openPage(page, `${LIST}?page=2`);
    await expect(page.getByLabel('From date', { exact: true })).toBeHidden();
    await expect(getFiltersButton(page)).toHaveText('Filters');
    await getFiltersButton(page).click();
    await expect(getFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Order').selectOption('Latest first');
    await expect(page).toHaveURL(`${LIST}?ordering=-meeting_date`);
    await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 1 active');
    await getSearchBox(page).fill('accounts');
    await expect(page).toHaveURL(`${LIST}?search=accounts&ordering=-meeting_date`);
    await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 2 active');
  });

  await test.step('Clear All Filters resets everything, including invalid text', async () => {
    await page.getByLabel('To date', { exact: true }).fill('11/30/2026');
    await page.getByLabel('To date', { exact: true }).press('Enter');
    await expect(page).toHaveURL(/to_date=2026-11-30/);
    await page.clock.install();
    await getSearchBox(page).fill('something else');
    await page.getByLabel('From date', { exact: true }).fill('soon');
    await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
    await expect(page).toHaveURL(LIST);
    for (const field of [
      getSearchBox(page),
      page.getByLabel('From date', { exact: true }),
      page.getByLabel('To date', { exact: true }),
    ])
      await expect(field).toHaveValue('');
    await expect(getChips(page)).toHaveCount(0);
    await expect(getFiltersButton(page)).toHaveText('Filters');
    await expect(page.getByRole('button', { name: 'Clear All Filters', exact: true })).toBeDisabled();
    await page.clock.runFor(2000);
    expect(getPath(page)).toBe(LIST);
  });

  await test.step('the field shows and announces how a date is understood while it is typed', async () => {
    const from = page.getByLabel('From date', { exact: true });
    await expect(from).toHaveAccessibleDescription('MM/DD/YYYY or YYYY/MM/DD');
    await from.pressSequentially('05/12');
    await expect(from).toHaveAccessibleDescription('Not a date yet');
    await from.pressSequentially('/2026');
    await expect(from).toHaveAccessibleDescription('= 12 May 2026');
    await expect(page.getByRole('status').getByText('From date: = 12 May 2026')).toBeAttached();
    await from.fill('13/05/2026');
    await expect(from).toHaveAccessibleDescription('= 13 May 2026');
    expect(getPath(page)).toBe(LIST);
  });

  await test.step('a date is not applied while it is being typed', async () => {
    const from = page.getByLabel('From date', { exact: true });
    // The first part of this text is a date of the year 2020.
    await from.fill('');
    await from.pressSequentially('1/2/20');
    expect(getPath(page)).toBe(LIST);
    await from.pressSequentially('26');
    await from.press('Enter');
    await expect(page).toHaveURL(`${LIST}?from_date=2026-01-02`);
  });
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);

  await test.step('Back removes a filter, also in its field', async () => {
    const from = page.getByLabel('From date', { exact: true });
    await from.fill('11/23/2026');
    await from.press('Enter');
    await expect(page).toHaveURL(`${LIST}?from_date=2026-11-23`);
    await page.goBack();
    await expect(page).toHaveURL(LIST);
    await expect(from).toHaveValue('');
  });

  await test.step('a typed date is normalized and filters the list', async () => {
    const from = page.getByLabel('From date', { exact: true });
    await from.fill('11232026');
    await from.blur();
    await expect(page).toHaveURL(`${LIST}?from_date=2026-11-23`);
    await expect(from).toHaveValue('2026-11-23');
    await expect(from).toHaveAccessibleDescription('= 23 Nov 2026');
  });

  await test.step('a nonexistent date shows an error, and the field keeps the text', async () => {
    const from = page.getByLabel('From date', { exact: true });
    await from.fill('02/30/2026');
    await from.blur();
    await expect(from).toHaveValue('02/30/2026');
    await expect(from).toHaveAttribute('aria-invalid', 'true');
    await expect(from).toHaveAccessibleDescription(/^This date does not exist\./);
    expect(getPath(page)).toBe(`${LIST}?from_date=2026-11-23`);
    await from.fill('02/28/2026');
    await from.blur();
    await expect(page).toHaveURL(`${LIST}?from_date=2026-02-28`);
    await expect(from).not.toHaveAttribute('aria-invalid');
  });
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(page).toHaveURL(LIST);

  await test.step('a press elsewhere applies a date and takes effect', async () => {
    await page.getByLabel('From date', { exact: true }).fill('soon');
    await page.getByRole('link', { name: 'Earlier meetings' }).click();
    await expect(page).toHaveURL(/to_date=/);
    await page.getByLabel('From date', { exact: true }).fill('1/2/2020');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page).toHaveURL(/from_date=2020-01-02/);
  });
});

test('a reversed range in the URL shows an error, and Clear All Filters removes an invalid date of it', async ({
  page,
}) => {
  await test.step('a reversed range shows an error', async () => {
    await openFilters(page, `${LIST}?from_date=2026-11-30&to_date=2026-11-25`);
    await expect(page.getByLabel('To date', { exact: true })).toHaveAccessibleDescription(
      /^The end date is before the start date\./,
    );
    await expect(page.getByRole('heading', { name: 'No board meetings found' })).toBeVisible();
  });

  await page.evaluate(() => localStorage.clear());
  await test.step('Clear All Filters removes an invalid date of the URL', async () => {
    await openFilters(page, `${LIST}?search=accounts&from_date=soon`);
    const from = page.getByLabel('From date', { exact: true });
    await expect(from).toHaveValue('soon');
    await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
    await expect(page).toHaveURL(LIST);
    await expect(from).toHaveValue('');
    await expect(from).not.toHaveAttribute('aria-invalid');
  });
});
