import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getClosureFiltersButton,
  getClosureRows,
  getFromDateField,
  getToDateField,
  openClosureFilters,
} from '#tests/e2e/support/closures.ts';
import { getPath, navigate, openPage } from '#tests/e2e/support/pages.ts';

const between = (from: string, to: string) => `${paths.bookClosure}?from_date=${from}&to_date=${to}`;

test('a reversed range and an invalid date in the URL show errors', async ({ page }) => {
  await test.step('a reversed range in the URL shows an error', async () => {
    await openPage(page, between('2026-08-31', '2026-08-01'));
    await expect(getToDateField(page)).toHaveAccessibleDescription(
      /^The end date is before the start date\./,
    );
    await expect(page.getByRole('heading', { name: 'No book closures found' })).toBeVisible();
  });

  await page.evaluate(() => localStorage.clear());
  await test.step('an invalid date in the URL is shown with an error', async () => {
    await openPage(page, `${paths.bookClosure}?from_date=08/18/2026`);
    await expect(getFromDateField(page)).toHaveValue('08/18/2026');
    await expect(getFromDateField(page)).toHaveAccessibleDescription(
      /^There is no month 18\. Enter a date such as 2026-08-18 or 18\/08\/2026\./,
    );
    await expect(getClosureRows(page)).toHaveCount(20);
  });
});

test('dates are typed, checked, applied and cleared, also with the calendar', async ({ page }) => {
  await test.step('the field shows how a date is understood while it is typed', async () => {
    await openClosureFilters(page);
    await expect(getFromDateField(page)).toHaveAccessibleDescription('Or 18/08/2026, or a year');
    for (const [typed, understood] of [
      ['05/12/2026', '= 5 Dec 2026'],
      ['2026-05-12', '= 12 May 2026'],
      ['2026', '= 1 Jan 2026'],
      ['31/02/2026', 'Not a date yet'],
    ] as const) {
      await getFromDateField(page).fill(typed);
      await expect(getFromDateField(page)).toHaveAccessibleDescription(understood);
    }
    expect(getPath(page)).toBe(paths.bookClosure);
  });

  await test.step('an invalid date stays in the field with an error and can be corrected', async () => {
    await getFromDateField(page).fill('31/02/2026');
    await getFromDateField(page).blur();
    await expect(getFromDateField(page)).toHaveValue('31/02/2026');
    await expect(getFromDateField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(getFromDateField(page)).toHaveAccessibleDescription(
      'Enter a day from 1 to 28 for that month.',
    );
    expect(getPath(page)).toBe(paths.bookClosure);
    await page.getByLabel('Sort by').selectOption('Earliest closure first');
    await expect(page).toHaveURL(`${paths.bookClosure}?ordering=bc_from`);
    await expect(getFromDateField(page)).toHaveValue('31/02/2026');
    await getFromDateField(page).fill('28/02/2026');
    await getFromDateField(page).blur();
    await expect(page).toHaveURL(`${paths.bookClosure}?from_date=2026-02-28&ordering=bc_from`);
    await expect(getFromDateField(page)).not.toHaveAttribute('aria-invalid', 'true');
  });
  await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
  await expect(page).toHaveURL(paths.bookClosure);

  await test.step('a typed date is normalized on blur', async () => {
    for (const [typed, date] of [
      ['18/08/2026', '2026-08-18'],
      ['2026', '2026-01-01'],
    ] as const) {
      await test.step(`${typed} becomes ${date}`, async () => {
        await getFromDateField(page).fill(typed);
        expect(getPath(page)).toBe(paths.bookClosure);
        await getFromDateField(page).blur();
        await expect(page).toHaveURL(`${paths.bookClosure}?from_date=${date}`);
        await expect(getFromDateField(page)).toHaveValue(date);
        await expect(getClosureFiltersButton(page)).toHaveAccessibleName('Advanced Filters 1 active');
        await page.getByRole('button', { name: 'Clear Dates' }).click();
        await expect(page).toHaveURL(paths.bookClosure);
      });
    }
  });

  await test.step('Enter applies a date immediately, and emptying the field clears the filter', async () => {
    await getToDateField(page).fill('18/08/2026');
    await getToDateField(page).press('Enter');
    await expect(page).toHaveURL(`${paths.bookClosure}?to_date=2026-08-18`);
    await expect(getToDateField(page)).toHaveValue('2026-08-18');
    await expect(getToDateField(page)).toBeFocused();
    await getToDateField(page).fill('');
    await getToDateField(page).press('Enter');
    await expect(page).toHaveURL(paths.bookClosure);
  });

  await test.step('a start after the end moves the end and shows a notice', async () => {
    await navigate(page, between('2026-08-01', '2026-08-31'));
    await expect(getToDateField(page)).toHaveValue('2026-08-31');
    await getFromDateField(page).fill('05/09/2026');
    await getFromDateField(page).blur();
    await expect(page).toHaveURL(between('2026-09-05', '2026-09-05'));
    await expect(getToDateField(page)).toHaveValue('2026-09-05');
    await expect(
      page.getByText('The end was before the start, so it was set to 5 Sep 2026 as well.'),
    ).toBeVisible();
    await getToDateField(page).fill('2026-09-30');
    await getToDateField(page).blur();
    await expect(page).toHaveURL(between('2026-09-05', '2026-09-30'));
    await expect(page.getByText('The end was before the start')).toHaveCount(0);
  });

  await test.step('an end before the start moves the start, and a year alone clears it', async () => {
    await navigate(page, between('2026-08-01', '2026-08-31'));
    await expect(getToDateField(page)).toHaveValue('2026-08-31');
    await getToDateField(page).fill('2026-07-15');
    await getToDateField(page).blur();
    await expect(page).toHaveURL(between('2026-07-15', '2026-07-15'));
    await expect(
      page.getByText('The start was after the end, so it was set to 15 Jul 2026 as well.'),
    ).toBeVisible();
    await getToDateField(page).fill('2025');
    await getToDateField(page).blur();
    await expect(page).toHaveURL(`${paths.bookClosure}?to_date=2025-01-01`);
    await expect(page.getByText('The start was after the end, so it was cleared.')).toBeVisible();
    await expect(getFromDateField(page)).toHaveValue('');
  });
  await navigate(page, paths.bookClosure);
  await expect(getClosureRows(page)).toHaveCount(20);

  await test.step('a date range lists the closures that start within it', async () => {
    const times = page.getByRole('main').locator('[data-label="Status"] time:first-of-type');
    const days = () => times.evaluateAll((all) => all.map((time) => (time as HTMLTimeElement).dateTime));
    const day = (await days())[0] ?? '';
    await getFromDateField(page).fill(day);
    await getFromDateField(page).press('Enter');
    await getToDateField(page).fill(day);
    await getToDateField(page).press('Enter');
    await expect(page).toHaveURL(between(day, day));
    await expect.poll(async () => [...new Set(await days())]).toEqual([day]);
    await expect(getClosureRows(page).first()).toBeVisible();
  });
  await navigate(page, paths.bookClosure);

  await test.step("the browser's calendar sets a date", async () => {
    await page.locator('input[type="date"]').first().fill('2026-08-18');
    await expect(page).toHaveURL(`${paths.bookClosure}?from_date=2026-08-18`);
    await expect(getFromDateField(page)).toHaveValue('2026-08-18');
  });

  await test.step('the calendar opens by keyboard', async () => {
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function () {
        document.title = `calendar of type ${this.type}`;
      };
    });
    await getFromDateField(page).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'From date: open calendar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('calendar of type date');
  });
});

test.describe("on New Year's Day in Karachi", () => {
  test('a quick range sets both dates', async ({ page }) => {
    await page.clock.setFixedTime('2026-12-31T19:30:00Z');
    await openClosureFilters(page);
    for (const [name, from, to] of [
      ['This Year', '2027-01-01', '2027-12-31'],
      ['Last Year', '2026-01-01', '2026-12-31'],
      ['This Month', '2027-01-01', '2027-01-31'],
      ['Last Month', '2026-12-01', '2026-12-31'],
    ] as const) {
      await test.step(`${name}: ${from} to ${to}`, async () => {
        await getFromDateField(page).fill('31/02/2026');
        await page.getByRole('button', { name, exact: true }).click();
        await expect(page).toHaveURL(between(from, to));
        await expect(getFromDateField(page)).toHaveValue(from);
        await expect(getToDateField(page)).toHaveValue(to);
        await page.getByRole('button', { name: 'Clear Dates' }).click();
        await expect(page).toHaveURL(paths.bookClosure);
        await expect(getFromDateField(page)).toHaveValue('');
        await expect(getToDateField(page)).toHaveValue('');
      });
    }
  });
});
