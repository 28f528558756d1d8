import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes } from '#core/e2e/accessibility/scan.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator } from '#tests/e2e/support/accounts.ts';
import {
  chooseRowAction,
  field,
  getCard,
  getConfirmation,
  getRow,
  openDashboard,
} from '#tests/e2e/support/admin-helpers.ts';
import { test } from '#tests/e2e/support/evening.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });

test('a signal is voided from the list with a reason, and the decision is withdrawn', async ({
  page,
  product,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  browserErrors.expectStatus(409);
  const { symbol } = await publish(product.url);
  await openDashboard(page, symbol);
  const open = () => chooseRowAction(page, 'Outcome', symbol);
  const dialog = page.getByRole('dialog', { name: `Outcome of ${symbol}` });
  const reason = dialog.getByLabel('Reason');

  await test.step('errors stay in the form', async () => {
    await open();
    await expect(dialog).toContainText('Visitors see the signal as void');
    await expect(dialog.getByLabel('Decision', { exact: true })).toBeFocused();
    await expectNoFaultsInBothThemes(page, 'the list');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
    await expect(reason).toBeFocused();
    await reason.fill('Too short');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(dialog.getByText('Ensure this field has at least 10 characters.')).toBeVisible();
    await expect(reason).toHaveValue('Too short');
  });

  await test.step('the list shows the decision', async () => {
    await reason.fill('Published for the wrong company');
    await dialog.getByRole('button', { name: 'Void Signal' }).click();
    await expect(getToast(page, 'Decision Saved', symbol)).toBeVisible();
    await expect(getRow(page, symbol)).toContainText('Voided');
  });

  await test.step('no result can be overridden before there is one', async () => {
    await open();
    await expect(dialog).toContainText('Published for the wrong company');
    await dialog.getByLabel('Decision', { exact: true }).selectOption('Override the result');
    await dialog.getByLabel('Fill Price').fill('100');
    await dialog.getByLabel('Exit Price').fill('110');
    await dialog
      .getByLabel('Exit Date')
      .fill((await dialog.getByLabel('Exit Date').getAttribute('max')) ?? '');
    await reason.fill('The exchange corrected its prices');
    await dialog.getByRole('button', { name: 'Override Result' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Import the prices until its end');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('the decision is withdrawn', async () => {
    await open();
    await reason.fill('The decision was a mistake');
    await dialog.getByRole('button', { name: 'Withdraw Decision' }).click();
    await expect(getToast(page, 'Decision Saved', 'Decision withdrawn')).toBeVisible();
    await expect(getRow(page, symbol)).not.toContainText('Voided');
  });
});

test('a result is overridden with prices of its day', async ({ page, product, browserErrors }) => {
  browserErrors.expectStatus(400);
  const { signal, evaluation, exit } = await findStopped(product.url);
  const { symbol } = signal;
  await openPage(page, `${paths.adminDashboard}?signal_type=${signal.signal_type}&search=${symbol}`);
  const row = getRow(page, symbol);
  await chooseRowAction(page, 'Outcome', symbol);
  const dialog = page.getByRole('dialog', { name: `Outcome of ${symbol}` });
  await dialog.getByLabel('Decision', { exact: true }).selectOption('Override the result');
  await expect(dialog).toContainText('not better than the best price path');
  // Of a fresh evaluation, the exit is within the dates that the form offers.
  const date = dialog.getByLabel('Exit Date');
  expect(exit.date >= ((await date.getAttribute('min')) ?? '?')).toBe(true);
  expect(exit.date <= ((await date.getAttribute('max')) ?? '')).toBe(true);
  await dialog.getByLabel('Fill Price').fill(evaluation.fill_price ?? '');
  await dialog.getByLabel('Exit Price').fill('0.01');
  await dialog.getByLabel('Exit Date').fill(exit.date);
  await dialog.getByLabel('Reason').fill('The exchange corrected its prices');
  await dialog.getByRole('button', { name: 'Override Result' }).click();
  await expect(dialog.getByText(`${symbol} traded from`)).toBeVisible();
  await expect(dialog.getByLabel('Exit Price')).toBeFocused();
  await expectNoFaultsInBothThemes(page, 'the rejected override');
  await dialog.getByLabel('Exit Price').fill(exit.price);
  await dialog.getByRole('button', { name: 'Override Result' }).click();
  await expect(row).toContainText('Overridden');
  await chooseRowAction(page, 'Outcome', symbol);
  await dialog.getByLabel('Reason').fill('The decision was a mistake');
  await dialog.getByRole('button', { name: 'Withdraw Decision' }).click();
  await expect(row).not.toContainText('Overridden');
});

/** Returns a sample signal that everything exited at once, and that is the only one of its symbol and type. */
async function findStopped(baseUrl: string) {
  const { access } = await signInAdministrator(baseUrl);
  for (const signal_type of SIGNAL_TYPES) {
    const { results } = await call(baseUrl, listAdminSignals, { query: { signal_type } }, access);
    for (const signal of results) {
      if (results.filter(({ symbol }) => symbol === signal.symbol).length > 1) continue;
      const { report } = await call(baseUrl, getSignalDetails, { params: { id: signal.id } }, access);
      const evaluation = report?.evaluations.find(({ replaced_at }) => replaced_at === null);
      const [exit, ...others] = evaluation?.exits ?? [];
      if (evaluation?.state === 'closed' && exit && others.length === 0) return { signal, evaluation, exit };
    }
  }
  throw new Error('no sample signal has one exit');
}

test('a signal is corrected: voided and published again in one step, with everything filled in', async ({
  page,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  const old = await publish(product.url, { title: 'Wrong targets' });
  const row = await openDashboard(page, old.symbol);
  const open = page.getByRole('button', {
    name: `Void and Republish ${old.symbol}`,
    // In the closed menus of the rows.
    includeHidden: true,
  });
  const dialog = page.getByRole('dialog', { name: `Void and Republish: ${old.symbol}` });
  const reason = field(dialog, 'Reason for Voiding');
  const submit = dialog.getByRole('button', { name: 'Void and Publish' });
  const confirmation = getConfirmation(dialog);
  const confirm = confirmation.getByRole('button', { name: 'Void and Publish' });

  await test.step('the form has the values of the signal and says what happens to it', async () => {
    await chooseRowAction(page, 'Void and Republish', old.symbol);
    await expect(reason).toBeFocused();
    await expect(dialog).toContainText('Until then, the old signal stays as it is.');
    for (const [label, value] of [
      ['Stock Name', old.symbol],
      ['Entry Price', '100.00'],
      ['Stop Loss', '95.00'],
      ['TP3', '115.00'],
    ] as const)
      await expect(field(dialog, label)).toHaveValue(value);
    await expectNoFaultsInBothThemes(page, 'the form');
  });

  await test.step('nothing is typed or published until it is valid, and cancelling asks first', async () => {
    await field(dialog, 'TP3').fill('120');
    await submit.click();
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(/This field may not be blank\./);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep Editing' }).click();
    await expect(field(dialog, 'TP3')).toHaveValue('120');
  });

  await test.step('a failure says what became of the old signal, and keeps the form', async () => {
    await page.route('**/api/admin/signals/', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    });
    await reason.fill('Published with a wrong last target');
    await submit.click();
    await expect(confirmation).toContainText('The signal that it replaces becomes void.');
    await field(confirmation, 'Reason').fill('Made for a test');
    await confirm.click();
    await expect(confirmation.getByRole('alert')).toContainText(
      'If the old signal is not void in the list, nothing has changed.',
    );
    await expect(reason).toHaveValue('Published with a wrong last target');
  });

  await test.step('the old signal is void and the corrected one is published', async () => {
    await confirm.click();
    await expect(getToast(page, 'Signal Added', 'the old signal is void')).toBeVisible();
    await expect(row).toHaveCount(2);
    await expect(row.first()).toContainText('Rs. 120.00');
    await expect(row.last()).toContainText('Voided');
    await expect(open).toHaveCount(1);
    const visitor = await openBrowser();
    await openPage(visitor, paths.intradaySignals);
    await expect(getCard(visitor, old.symbol).filter({ hasText: 'Rs. 120.00' })).toContainText(
      'Waiting for entry',
    );
  });
});

test('a stop is moved from the list, toward profit only', async ({ page, product }) => {
  const { symbol } = await publish(product.url);
  const row = await openDashboard(page, symbol);
  await chooseRowAction(page, 'Move Stop', symbol);
  const dialog = page.getByRole('dialog', { name: `Move stop: ${symbol}` });
  const stop = dialog.getByLabel('New Stop Loss');
  await expect(stop).toBeFocused();
  await expect(dialog).toContainText('Above Rs. 95.00 and below Rs. 115.00, the last target.');
  await stop.fill('94');
  await dialog.getByRole('button', { name: 'Move Stop' }).click();
  await expect(dialog.getByText('Stop loss can only move toward profit: above Rs. 95.00.')).toBeVisible();
  await stop.fill('98');
  await dialog.getByRole('button', { name: 'Move Stop' }).click();
  await expect(getToast(page, 'Stop Moved', symbol)).toBeVisible();
  await expect(row).toContainText('Rs. 98.00');
});
