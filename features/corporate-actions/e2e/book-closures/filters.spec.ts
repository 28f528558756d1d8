import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  CLOSURE_COMPANIES_CALL,
  CLOSURES_CALL,
  getClosureCount,
  getClosureFiltersButton,
  getClosureRows,
  getClosureSearchBox,
  getCompaniesBox,
  getFromDateField,
  makeClosure,
  makeClosureList,
  openClosureFilters,
} from '#tests/e2e/support/closures.ts';
import { getPath, openPage, waitForHydration } from '#tests/e2e/support/pages.ts';

test('the filters open with a search and for those of the URL, and stay closed once the user closes them', async ({
  page,
}) => {
  await test.step('typing a search opens the filters, and they stay closed once the user closes them', async () => {
    await openPage(page, paths.bookClosure);
    await getClosureSearchBox(page).fill('bank');
    await getClosureSearchBox(page).press('Enter');
    await expect(getClosureFiltersButton(page)).toHaveAccessibleName('Advanced Filters 1 active');
    await expect(getFromDateField(page)).toBeVisible();
    await expect(getClosureSearchBox(page)).toBeFocused();
    await getClosureFiltersButton(page).click();
    await getClosureSearchBox(page).fill('cement');
    await expect(page).toHaveURL(`${paths.bookClosure}?search=cement`);
    await expect(getFromDateField(page)).toBeHidden();
  });

  await page.evaluate(() => localStorage.clear());
  await test.step('the filters are open if the URL has one', async () => {
    for (const filter of ['symbol=LUCK', 'search=bank']) {
      await test.step(filter, async () => {
        await openPage(page, `${paths.bookClosure}?${filter}`);
        await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
        await expect(getFromDateField(page)).toBeVisible();
        await getClosureFiltersButton(page).click();
        await expect(getFromDateField(page)).toBeHidden();
        await page.evaluate(() => localStorage.clear());
      });
    }
  });
});

test('on a phone a search leaves the filters closed, and its first result in sight', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, paths.bookClosure);
  await getClosureSearchBox(page).fill('bank');
  await getClosureSearchBox(page).press('Enter');
  await expect(getClosureFiltersButton(page)).toHaveAccessibleName('Advanced Filters 1 active');
  await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(getClosureRows(page).first().getByRole('rowheader')).toBeInViewport();
  await page.reload();
  await waitForHydration(page);
  await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(getClosureRows(page).first().getByRole('rowheader')).toBeInViewport();
  await getClosureFiltersButton(page).click();
  await expect(getFromDateField(page)).toBeVisible();
});

test('companies are loaded once, searched, selected by their names, shown as chips and removed', async ({
  page,
}) => {
  await test.step('the company names are loaded once, when the filters open', async () => {
    let calls = 0;
    await page.route(CLOSURE_COMPANIES_CALL, (route) => {
      calls += 1;
      return route.continue();
    });
    await openPage(page, paths.bookClosure);
    await expect(getClosureCount(page)).toBeVisible();
    expect(calls).toBe(0);
    await getClosureFiltersButton(page).click();
    await getCompaniesBox(page).locator('summary').click();
    await expect(getCompaniesBox(page).getByRole('checkbox').first()).toBeVisible();
    await getClosureFiltersButton(page).click();
    await getClosureFiltersButton(page).click();
    await expect(getFromDateField(page)).toBeVisible();
    expect(calls).toBe(1);
  });

  await test.step('companies can be searched, selected, shown as chips and removed', async () => {
    const box = getCompaniesBox(page);

    await box.locator('summary').click();
    const boxes = box.getByRole('checkbox');
    await expect(boxes.first()).toBeVisible();
    const names = await boxes.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    const chosen = names.slice(0, 6);
    for (const name of chosen) await box.getByRole('checkbox', { name, exact: true }).check();
    await expect(box.locator('summary')).toHaveText('6 selected');
    await expect
      .poll(() => new URL(page.url()).searchParams.get('company_name')?.split(',').toSorted())
      .toEqual(chosen.toSorted());
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const shown = await getClosureRows(page)
      .getByRole('rowheader')
      .locator('> span:first-child')
      .allInnerTexts();
    expect(new Set(shown).size, 'companies in the list').toBeLessThanOrEqual(6);
    for (const name of shown) expect(chosen).toContain(name);

    const chips = page.getByRole('list', { name: 'Selected companies' }).getByRole('listitem');
    await expect(chips).toHaveCount(5);
    await expect(chips.last()).toHaveText('+2 more');
    for (const chip of (await chips.all()).slice(0, 4)) {
      const name = (await chip.getAttribute('title')) ?? '';
      await expect(chip).toHaveText(name.length > 12 ? `${name.slice(0, 12).trimEnd()}…` : name);
    }
    await box.getByRole('searchbox', { name: 'Search companies' }).fill(names.at(-1)?.toUpperCase() ?? '');
    await expect(boxes).toHaveCount(1);
    await box.getByRole('button', { name: 'Clear' }).click();
    await expect(page).toHaveURL(paths.bookClosure);
    await boxes.first().check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Remove ${names.at(-1)}` }).click();
    await expect(page).toHaveURL(paths.bookClosure);
  });

  await test.step("pressing a company's name selects it, and pressing text in the calendar popover keeps it open", async () => {
    const box = getCompaniesBox(page);
    await box.locator('summary').click();
    const first = box.locator('label').first();
    await first.locator('span').click();
    await expect(first.getByRole('checkbox')).toBeChecked();
    await expect(first).toBeVisible();

    await page.getByText('Add to calendar').click();
    const text = page.getByText(/^Subscribe to see/);
    await text.click();
    await expect(text).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(text).toBeHidden();
  });
});

test('names of companies that failed to load are loaded by Try Again; of many a hundred are listed', async ({
  page,
  browserErrors,
}) => {
  await test.step('a failure to load the company names is shown, and Try Again loads them', async () => {
    browserErrors.expectStatus(400);
    await page.route(CLOSURE_COMPANIES_CALL, (route) => route.fulfill({ status: 400, body: '{}' }));
    await openClosureFilters(page);
    const box = getCompaniesBox(page);
    await box.locator('summary').click();
    await expect(box.getByText('Failed to fetch companies')).toBeVisible();
    await page.unroute(CLOSURE_COMPANIES_CALL);
    await box.getByRole('button', { name: 'Try Again' }).click();
    await expect(box.getByRole('checkbox').first()).toBeVisible();
  });

  await test.step('at most a hundred companies are listed, and a search finds the others', async () => {
    const companies = Array.from({ length: 250 }, (_, index) => `Company ${index + 1}, Limited`);
    await page.route(CLOSURE_COMPANIES_CALL, (route) => route.fulfill({ json: { companies } }));
    await openClosureFilters(page);
    const box = getCompaniesBox(page);
    await box.locator('summary').click();
    await expect(box.getByRole('checkbox')).toHaveCount(100);
    await expect(box.getByText('150 more. Search to narrow the list.')).toBeVisible();
    await box.getByRole('searchbox').fill('company 249,');
    await expect(box.getByRole('checkbox')).toHaveCount(1);
    await box.getByRole('checkbox').check();
    await expect(page).toHaveURL(
      `${paths.bookClosure}?${new URLSearchParams({ company_name: 'Company 249, Limited' })}`,
    );
  });
});

test('a company whose name has a comma is one filter', async ({ page }) => {
  const name = 'Attock, Refinery & Sons, Limited';
  const requested: string[][] = [];
  await page.route(CLOSURE_COMPANIES_CALL, (route) =>
    route.fulfill({ json: { companies: [name, 'Attock'] } }),
  );
  await page.route(CLOSURES_CALL, (route) => {
    requested.push(new URL(route.request().url()).searchParams.getAll('company_name'));
    return route.fulfill({ json: makeClosureList([makeClosure({ company_name: name })]) });
  });
  await openClosureFilters(page);
  await getCompaniesBox(page).locator('summary').click();
  await getCompaniesBox(page).getByRole('checkbox', { name, exact: true }).check();
  await expect(page.getByRole('list', { name: 'Selected companies' }).getByRole('listitem')).toHaveCount(1);
  await expect(getClosureRows(page)).toHaveCount(1);
  expect(requested).toEqual([[name]]);
});

test('the filters open, are counted, sort the list and lead to the first page, and Back to the previous one', async ({
  page,
}) => {
  await test.step('a filter leads to the first page, and Back to the previous one', async () => {
    await openPage(page, `${paths.bookClosure}?page=2`);
    await expect(getFromDateField(page)).toBeHidden();
    await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(getClosureFiltersButton(page)).toHaveText('Advanced Filters');
    await getClosureFiltersButton(page).click();
    await expect(getClosureFiltersButton(page)).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Sort by').selectOption('Earliest closure first');
    await expect(page).toHaveURL(`${paths.bookClosure}?ordering=bc_from`);
    await expect(getClosureFiltersButton(page)).toHaveAccessibleName('Advanced Filters 1 active');
    await page.goBack();
    await expect(page).toHaveURL(`${paths.bookClosure}?page=2`);
    await expect(page.getByLabel('Sort by')).toHaveValue('-bc_from');
  });

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Page 1', exact: true })
    .click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  await test.step('closures are sorted', async () => {
    for (const [label, ordering] of [
      ['Earliest closure first', 'bc_from'],
      ['Company Z-A', '-company_name'],
    ] as const) {
      await test.step(label, async () => {
        const before = await getClosureRows(page).allInnerTexts();
        await page.getByLabel('Sort by').selectOption(label);
        await expect(page).toHaveURL(`${paths.bookClosure}?ordering=${ordering}`);
        await expect.poll(() => getClosureRows(page).allInnerTexts()).not.toEqual(before);
        if (ordering !== 'bc_from')
          await expect(page.getByRole('table')).toHaveAccessibleName('Closures by company');
        await page.getByLabel('Sort by').selectOption('Latest closure first');
        await expect(page).toHaveURL(paths.bookClosure);
        await expect.poll(() => getClosureRows(page).allInnerTexts()).toEqual(before);
      });
    }
  });
});

test('changing another filter right after typing a date keeps both, and Clear All Filters resets everything', async ({
  page,
}) => {
  await test.step('changing another filter right after typing a date keeps both', async () => {
    await openPage(page, `${paths.bookClosure}?company_name=A&company_name=B`);
    await getFromDateField(page).fill('18/08/2026');
    await page.getByRole('button', { name: 'Remove A', exact: true }).click();
    await expect(page).toHaveURL(`${paths.bookClosure}?company_name=B&from_date=2026-08-18`);
  });

  await test.step('Clear All Filters resets everything, including typed text', async () => {
    await page.clock.install();
    await openPage(page, `${paths.bookClosure}?search=bank&from_date=2026-01-01&ordering=bc_from`);
    await getClosureSearchBox(page).fill('something else');
    await getFromDateField(page).fill('31/02/2026');
    await page.getByRole('button', { name: 'Clear All Filters', exact: true }).click();
    await expect(page).toHaveURL(paths.bookClosure);
    await expect(getClosureSearchBox(page)).toHaveValue('');
    await expect(getFromDateField(page)).toHaveValue('');
    await expect(getClosureFiltersButton(page)).toHaveText('Advanced Filters');
    await expect(page.getByRole('button', { name: 'Clear All Filters', exact: true })).toBeDisabled();
    await page.clock.runFor(2000);
    expect(getPath(page)).toBe(paths.bookClosure);
  });
});
