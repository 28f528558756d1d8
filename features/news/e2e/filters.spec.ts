import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  getFiltersButton,
  getMultiSelect,
  getResultCount,
  getSearchBox,
  openFilters,
  readTitles,
} from '#tests/e2e/support/news.ts';
import { getPath } from '#tests/e2e/support/pages.ts';

test('filters are counted, lead to the first page, sort and are cleared, including unsubmitted input', async ({
  page,
}) => {
  await test.step('goes to the first page when a filter changes, and Back returns', async () => {
    await openFilters(page, `${paths.news}?page=2`);
    await expect(getFiltersButton(page)).toHaveText('Filters');
    const source = page.getByLabel('Source');
    await expect(source.getByRole('option').first()).toHaveText('All sources');
    const name = await source.getByRole('option').nth(1).innerText();
    await source.selectOption(name);
    await expect(page).toHaveURL(`${paths.news}?${new URLSearchParams({ source: name })}`);
    for (const badge of await page.locator('li[id^="article-"] p:first-child > span:first-child').all())
      await expect(badge).toHaveText(name);
    await page.goBack();
    await expect(page).toHaveURL(`${paths.news}?page=2`);
    await expect(source).toHaveValue('');
  });
  await page.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  await test.step('sorts articles', async () => {
    for (const [label, ordering] of [
      ['Oldest first', 'pub_date'],
      ['Title A-Z', 'title'],
    ] as const) {
      await test.step(label, async () => {
        const before = await readTitles(page);
        await page.getByLabel('Sort by').selectOption(label);
        await expect(page).toHaveURL(`${paths.news}?ordering=${ordering}`);
        await expect.poll(() => readTitles(page)).not.toEqual(before);
        await page.getByLabel('Sort by').selectOption('Latest first');
        await expect(page).toHaveURL(paths.news);
        await expect.poll(() => readTitles(page)).toEqual(before);
      });
    }
  });

  await test.step('clears all filters, including unsubmitted input', async () => {
    await page.getByLabel('Sort by').selectOption('Title A-Z');
    await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 1 active');
    await page.clock.install();
    await getSearchBox(page).fill('something else');
    await page.getByRole('button', { name: 'Clear All Filters' }).click();
    await expect(page).toHaveURL(paths.news);
    await expect(getSearchBox(page)).toHaveValue('');
    await expect(getFiltersButton(page)).toHaveText('Filters');
    await expect(page.getByRole('button', { name: 'Clear All Filters' })).toBeDisabled();
    await page.clock.runFor(2000);
    expect(getPath(page)).toBe(paths.news);
  });
});

test('sectors are searched, selected and shown as chips, also by keyboard and in quick succession', async ({
  page,
}) => {
  await test.step('searches, selects, counts and clears sectors, and shows them as chips', async () => {
    await openFilters(page);
    const box = getMultiSelect(page, 'Sectors');
    await box.locator('summary').click();
    const all = await box.getByRole('checkbox').count();
    expect(all, 'sectors of the samples').toBeGreaterThan(4);
    await box.getByRole('button', { name: 'Select All' }).click();
    await expect(box.locator('summary')).toHaveText(`${all} selected`);
    expect(new URL(page.url()).searchParams.getAll('sector')).toHaveLength(all);

    const chips = page.getByRole('list', { name: 'Selected sectors' });
    await expect(chips.getByRole('listitem')).toHaveCount(4);
    await expect(chips.getByRole('listitem').last()).toHaveText(`+${all - 3} more`);
    for (const chip of (await chips.getByRole('listitem').all()).slice(0, 3)) {
      const name = (await chip.getAttribute('title')) ?? '';
      await expect(chip).toHaveText(name.length > 15 ? `${name.slice(0, 15).trimEnd()}…` : name);
    }

    await box.getByRole('button', { name: 'Clear' }).click();
    await expect(box.locator('summary')).toHaveText('All');
    await expect(page).toHaveURL(paths.news);
    const name = (await box.getByRole('checkbox').nth(1).getAttribute('value')) ?? '';
    await box.getByRole('searchbox', { name: 'Search sectors' }).fill(name.toUpperCase());
    await expect(box.getByRole('checkbox')).toHaveCount(1);
    await box.getByRole('checkbox', { name }).check();
    await expect(page).toHaveURL(`${paths.news}?${new URLSearchParams({ sector: name })}`);
    await expect(getFiltersButton(page)).toHaveAccessibleName('Filters 1 active');
    await box.getByRole('searchbox', { name: 'Search sectors' }).fill('no such sector');
    await expect(box.getByText('No matches.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(page).toHaveURL(paths.news);
  });

  await test.step('selects sectors that are checked in quick succession', async () => {
    const box = getMultiSelect(page, 'Sectors');
    await box.locator('summary').click();
    await box.getByRole('searchbox', { name: 'Search sectors' }).fill('');

    const checked = await box.getByRole('checkbox').evaluateAll((boxes) => {
      const three = (boxes as HTMLInputElement[]).slice(0, 3);
      for (const checkbox of three) checkbox.click();
      return three.map((checkbox) => checkbox.checked);
    });
    expect(checked).toEqual([true, true, true]);
    await expect(box.locator('summary')).toHaveText('3 selected');
    await expect.poll(() => new URL(page.url()).searchParams.getAll('sector').length).toBe(3);
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(paths.news);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  await test.step('shows the articles of all selected sectors', async () => {
    const sectors = getMultiSelect(page, 'Sectors');
    const count = async () => Number((await getResultCount(page).innerText()).replace(/\D/g, ''));
    await sectors.locator('summary').click();
    await sectors.getByRole('checkbox').nth(0).check();
    await expect(page).toHaveURL(/\?sector=[^&]+$/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const one = await count();
    await sectors.getByRole('checkbox').nth(1).check();
    await expect(page).toHaveURL(/\?sector=[^&]+&sector=[^&]+$/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const two = await count();
    expect(two).toBeGreaterThan(one);
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL(paths.news);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  await test.step('closes a multi-select on an outside click', async () => {
    const box = getMultiSelect(page, 'Sectors');
    await box.locator('summary').click();
    await expect(box).toHaveAttribute('open', '');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(box).not.toHaveAttribute('open', '');
  });

  await test.step('operates a multi-select with the keyboard', async () => {
    const box = getMultiSelect(page, 'Categories');
    const summary = box.locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(box).toHaveAttribute('open', '');
    for (const stop of ['Search categories', 'Select All', 'Clear']) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus')).toHaveAccessibleName(stop);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/\?category=/);
    await expect(page.locator(':focus')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(box).not.toHaveAttribute('open', '');
    await expect(summary).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(box).not.toHaveAttribute('open', '');
  });
});
