import { getSignalPath, paths } from '#core/contract/paths.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import { openLive } from '#features/signals/e2e/live-pages.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  chooseRowAction,
  field,
  getCard,
  getRow,
  openDashboard,
  openEditDialog,
  showMore,
} from '#tests/e2e/support/admin-helpers.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { edit, publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

test('an edited signal is saved, and its public card shows the change', async ({
  page,
  product,
  openBrowser,
}) => {
  const { symbol } = await publish(product.url);
  const visitor = await openBrowser();
  const card = getCard(visitor, symbol);
  const dialog = await openEditDialog(page, symbol);
  const save = dialog.getByRole('button', { name: 'Save Changes' });

  await test.step('the title and the time of the change, while the levels are fixed', async () => {
    await expect(field(dialog, 'Status')).toBeFocused();
    await expect(field(dialog, 'Entry Price')).toHaveValue('100.00');
    for (const label of ['Stock Name', 'Entry Price', 'TP1', 'TP2', 'TP3'])
      await expect(field(dialog, label)).not.toBeEditable();
    for (const label of ['Type', 'Order Type']) await expect(field(dialog, label)).toBeDisabled();
    await expect(dialog.getByText('they decide its result and who sees it')).toBeVisible();
    await showMore(dialog);
    await field(dialog, 'Title').fill('Breakout confirmed');
    await save.click();
    await expect(getToast(page, 'Signal Updated', symbol)).toBeVisible();
    await expect(getRow(page, symbol)).toContainText('Breakout confirmed');
    await openPage(visitor, paths.intradaySignals);
    await expect(card).toContainText('Breakout confirmed');
    await expect(card).toContainText(/Changed \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);
  });

  await test.step('a moved stop loss next to the levels at publication, whose ratio stays', async () => {
    await page.getByRole('button', { name: `Edit ${symbol}` }).click();
    await field(dialog, 'Stop Loss').fill('98');
    await expect(dialog.getByText('Reward to risk at publication 3.00 to 1')).toBeVisible();
    await save.click();
    await expect(getRow(page, symbol)).toContainText('Rs. 98.00');
    await openPage(visitor, paths.intradaySignals);
    await expect(card.getByText('3.00 to 1')).toBeVisible();
    await expect(card.getByRole('deletion')).toHaveText(['Rs. 95.00']);
    await expect(card.getByRole('row', { name: 'Stop loss now' })).toContainText(
      /Rs\. 98\.00\s*\d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/,
    );
    await expect(card.getByRole('img')).toHaveAccessibleName(
      /^At publication: .* Reward to risk from entry: 3\.00 to 1\. Stop loss now Rs\. 98\.00\.$/,
    );
    await expect(card.getByLabel('I entered this trade')).toHaveCount(0);
  });

  await test.step('a locked-in gain, only for those who entered', async () => {
    await page.getByRole('button', { name: `Edit ${symbol}` }).click();
    await field(dialog, 'Stop Loss').fill('104');
    await expect(dialog.getByText(/must be below/)).toHaveCount(0);
    await expect(
      dialog.getByText('Stop above entry: +4.00 % locked in, for those who entered'),
    ).toBeVisible();
    await save.click();
    await expect(getRow(page, symbol)).toContainText('Rs. 104.00');
    await openPage(visitor, paths.intradaySignals);
    await expect(card).toContainText('Not open to new entries: stop above the entry price');
    await expect(card).not.toContainText('locked in');
    await card.getByLabel('I entered this trade').check();
    await expect(card.getByRole('status')).toHaveText('Stop above entry: +4.00 % locked in');
    await openPage(visitor, paths.intradaySignals);
    await expect(card.getByRole('status')).toHaveText('Stop above entry: +4.00 % locked in');
    await card.getByLabel('I entered this trade').uncheck();
    await expect(card).not.toContainText('locked in');
  });

  await test.step('the status of a closed signal', async () => {
    await page.getByRole('button', { name: `Edit ${symbol}` }).click();
    await field(dialog, 'Status').selectOption('Closed');
    await save.click();
    await expect(getRow(page, symbol)).toContainText('Closed');
    await openPage(visitor, paths.intradaySignals);
    await expect(card).toContainText('Closed by the analyst');
  });
});

test('a note is added to a signal, whose rationale is fixed, and visitors see it at once with its time', async ({
  page,
  product,
  openBrowser,
}) => {
  const { id, symbol } = await publish(product.url, { rationale: 'A higher low.', disclosures: ['none'] });
  const visitor = await openBrowser();
  await openLive(visitor, getSignalPath(id));
  const dialog = await openEditDialog(page, symbol);
  await showMore(dialog);
  await expect(field(dialog, 'Rationale')).not.toBeEditable();
  for (const label of ['Analyst', 'Horizon', DISCLOSURE_TEXTS.none])
    await expect(field(dialog, label)).toBeDisabled();
  await field(dialog, 'Add a note').fill('Volume is falling.\nThe result is on Friday.');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Signal Updated', symbol)).toBeVisible();

  const disclosure = visitor.getByRole('region', { name: 'Rationale and disclosure' });
  await expect(disclosure).toContainText(
    /A higher low\.Note, \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKTVolume is falling/,
  );
  await expect(visitor.getByRole('region', { name: 'Timeline' })).toContainText('The result is on Friday.');
  await openPage(visitor, paths.intradaySignals);
  await expect(getCard(visitor, symbol)).toContainText('The result is on Friday.');
  await page.getByRole('button', { name: `Edit ${symbol}` }).click();
  await expect(dialog).toContainText('Volume is falling.');
  await expect(field(dialog, 'Add a note')).toHaveValue('');
});

test('a signal is closed from its row with a reason, which the history shows', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  browserErrors.expectStatus(409);
  const { id, symbol } = await publish(product.url);
  const row = await openDashboard(page, symbol);
  await chooseRowAction(page, 'Close', symbol);
  const dialog = page.getByRole('dialog', { name: `Close: ${symbol}` });
  const reason = field(dialog, 'Reason');
  await expect(reason).toBeFocused();
  await expect(dialog).toContainText('Everyone will see at once that the signal is closed');
  const close = dialog.getByRole('button', { name: 'Close Signal' });
  for (const [text, error] of [
    ['', 'This field may not be blank.'],
    ['No', 'Ensure this field has at least 3 characters.'],
  ] as const) {
    await reason.fill(text);
    await close.click();
    await expect(dialog.getByText(error)).toBeVisible();
    await expect(reason).toBeFocused();
  }

  await test.step('not while another administrator changes it', async () => {
    await edit(product.url, id, { title: 'Changed elsewhere' });
    await reason.fill('Results are due tonight');
    await close.click();
    await expect(dialog.getByRole('alert')).toContainText('changed this signal while you were editing it');
    await expect(reason).toHaveValue('Results are due tonight');
    await openDashboard(page, symbol);
  });

  await chooseRowAction(page, 'Close', symbol);
  await reason.fill('Results are due tonight');
  await close.click();
  await expect(getToast(page, 'Signal Closed', symbol)).toBeVisible();
  await expect(row).toContainText('Closed');
  await row.getByRole('button', { name: `More actions: ${symbol}` }).click();
  await expect(row.getByRole('button', { name: `History ${symbol}` })).toBeVisible();
  await expect(row.getByRole('button', { name: `Close ${symbol}` })).toHaveCount(0);
  await row.getByRole('button', { name: `History ${symbol}` }).click();
  const history = page.getByRole('dialog', { name: `History of ${symbol}` });
  await expect(history.getByText(/^Because: Results are due tonight$/)).toBeVisible();

  const visitor = await openBrowser();
  await openPage(visitor, paths.intradaySignals);
  await expect(getCard(visitor, symbol)).toContainText('Closed by the analyst');
  await expect(getCard(visitor, symbol)).not.toContainText('Results are due tonight');
});

test('an invalid change is rejected, and discarded after a question', async ({ page, product }) => {
  const { symbol } = await publish(product.url);
  const dialog = await openEditDialog(page, symbol);
  await field(dialog, 'Stop Loss').fill('116');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    getToast(page, 'Validation Error', 'Stop loss must stay below the last target (Rs. 115.00).'),
  ).toBeVisible();
  await expect(field(dialog, 'Stop Loss')).toHaveValue('116');

  await field(dialog, 'Stop Loss').fill('94');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    getToast(page, 'Validation Error', 'Stop loss can only move toward profit: above Rs. 95.00.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(getRow(page, symbol)).toContainText('Rs. 95.00');
  await page.getByRole('button', { name: `Edit ${symbol}` }).click();
  await expect(field(dialog, 'Entry Price')).toHaveValue('100.00');
  await expect(field(dialog, 'Stop Loss')).toHaveValue('95.00');
  await page.setViewportSize(MOBILE_VIEWPORT);
  const box = await dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(MOBILE_VIEWPORT.width);
});

test('a concurrent change by another administrator is not overwritten', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(409);
  const { id, symbol } = await publish(product.url);
  const dialog = await openEditDialog(page, symbol);
  await edit(product.url, id, { title: 'Changed elsewhere' });
  await field(dialog, 'Stop Loss').fill('97');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Error', 'Failed to save signal')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('changed this signal while you were editing it');
  await expect(field(dialog, 'Stop Loss')).toHaveValue('97');

  const row = await openDashboard(page, symbol);
  await expect(row).toContainText('Changed elsewhere');
  await expect(row).toContainText('Rs. 95.00');
});

test('a server error is shown, and the form keeps its values and can be saved again, as the history shows', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  const { id, symbol } = await publish(product.url);
  const dialog = await openEditDialog(page, symbol);
  await page.route(`**/api/admin/signals/${id}/`, (route) => route.fulfill({ status: 500, body: '{}' }), {
    times: 1,
  });
  await field(dialog, 'Stop Loss').fill('96.75');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Error', 'Failed to save signal')).toBeVisible();
  await expect(field(dialog, 'Stop Loss')).toHaveValue('96.75');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(getToast(page, 'Signal Updated', symbol)).toBeVisible();
  await expect(getRow(page, symbol)).toContainText('Rs. 96.75');
  await chooseRowAction(page, 'History', symbol);
  // The publication also lists the warnings that it overrode.
  const versions = page
    .getByRole('dialog', { name: `History of ${symbol}` })
    .getByRole('listitem')
    .filter({ hasText: 'by admin' });
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText(/Changed by admin, \d{1,2} \w{3} \d{4}, \d{2}:\d{2} PKT/);
  await expect(versions.first().getByRole('deletion')).toHaveText('Rs. 95.00');
  await expect(versions.first()).toContainText('Rs. 96.75');
  await expect(versions.last()).toContainText('Published by admin');
});
