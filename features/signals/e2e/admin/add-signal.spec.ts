import type { Locator, Route } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes } from '#core/e2e/accessibility/scan.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { getSignalChecks } from '#features/signals/contract/publishing/signal-checks.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  addUnlisted,
  chooseRowAction,
  field,
  fillSignal,
  getCard,
  getConfirmation,
  getRow,
  openAddDialog,
  openConfirmation,
  PRICES,
  type Prices,
  showMore,
} from '#tests/e2e/support/admin-helpers.ts';
import { getToast, holdRequests, openPage } from '#tests/e2e/support/pages.ts';
import { makeUniqueSymbol } from '#tests/e2e/support/signals.ts';

test.use({ role: 'administrator' });

test('an added signal is first in its list, and a visitor sees it after a reload', async ({
  page,
  openBrowser,
}) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, symbol.toLowerCase());
  await expect(field(dialog, 'Stock Name')).toHaveValue(symbol);
  await addUnlisted(dialog);
  await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toContainText(symbol);

  const visitor = await openBrowser();
  await openPage(visitor, paths.intradaySignals);
  const card = getCard(visitor, symbol);
  for (const price of ['Rs. 100.00', 'Rs. 95.00', 'Rs. 105.00', 'Rs. 110.50', 'Rs. 115.00'])
    await expect(card).toContainText(price);
  await expect(card).toContainText('Waiting for entry');
  await expect(card).not.toContainText('Changed');
});

test('pressing Publish again after a lost response publishes the signal once', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/);
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, symbol);
  const keys: (string | undefined)[] = [];
  const lose = async (route: Route) => {
    const response = await route.fetch();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response });
  };
  await page.route(`**/api${publishSignal.path}`, (route, request) =>
    request.method() === 'POST' ? lose(route) : route.fallback(),
  );
  await addUnlisted(dialog);
  const confirmation = getConfirmation(dialog);
  await expect(confirmation.getByRole('alert')).not.toBeEmpty();
  await confirmation.getByRole('button', { name: 'Publish' }).click();
  await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(keys[0]).toMatch(/^[\d-]{10,}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect(page.getByRole('row').filter({ hasText: symbol })).toHaveCount(1);

  const next = await openAddDialog(page);
  await fillSignal(next, makeUniqueSymbol());
  await addUnlisted(next);
  await expect(next).toHaveCount(0);
  expect(new Set(keys).size).toBe(2);
});

const REJECTED = [
  [
    'a stop above the entry of a buy',
    'Buy',
    { ...PRICES, stop: '101' },
    'Stop Loss',
    'Stop loss must be below the entry price (Rs. 100.00) for a buy order.',
  ],
  [
    'a stop below the entry of a sell',
    'Sell',
    { ...PRICES, stop: '95', targets: ['90', '85', '80'] },
    'Stop Loss',
    'Stop loss must be above the entry price (Rs. 100.00) for a sell order.',
  ],
  [
    'targets out of order',
    'Buy',
    { ...PRICES, targets: ['105', '104', '115'] },
    'TP2',
    'TP2 must be above TP1 (Rs. 105.00) for a buy order.',
  ],
  [
    'a price with three decimals',
    'Buy',
    { ...PRICES, entry: '100.005' },
    'Entry Price',
    'Ensure that there are no more than 2 decimal places.',
  ],
] as const;

test('the fields under More are remembered for the administrator, and never hide what is filled in or wrong', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const more = (dialog: Locator) =>
    dialog.getByRole('group').filter({ has: page.getByText('More', { exact: true }) });
  const dialog = await openAddDialog(page);
  await expect(field(dialog, 'Order Type')).toBeHidden();
  await expect(more(dialog)).toContainText('Buy order · number of targets, disclosure, details');
  await showMore(dialog);
  await field(dialog, 'Order Type').selectOption('Sell');
  await field(dialog, 'Title').fill('Lower high');
  await openAddDialog(page);
  await expect(field(dialog, 'Order Type')).toBeVisible();

  await dialog.getByText('More', { exact: true }).click();
  await expect(field(dialog, 'Order Type')).toBeHidden();
  await openAddDialog(page);
  await expect(field(dialog, 'Order Type')).toBeHidden();

  await showMore(dialog);
  await field(dialog, 'Order Type').selectOption('Sell');
  await field(dialog, 'Leverage').fill('101');
  await fillSignal(dialog, makeUniqueSymbol(), { entry: '100', stop: '105', targets: ['95', '90', '85'] });
  await dialog.getByText('More', { exact: true }).click();
  await expect(more(dialog)).toContainText('Sell order · Leverage');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(field(dialog, 'Leverage')).toBeFocused();
  await dialog.getByText('More', { exact: true }).click();
  await expect(field(dialog, 'Leverage')).toBeVisible();
  await field(dialog, 'Leverage').fill('10');
  await expect(field(dialog, 'Leverage')).toBeFocused();
});

const AUDIENCES = [
  ['Intraday', 'Everyone will see this signal at once, and alerts go out. This cannot be undone'],
  ['Swing', 'Premium subscribers will see this signal at once, and alerts go out. This cannot be undone'],
] as const;

test('the confirmation names the audience, the levels and the session, and goes back without losing anything', async ({
  page,
}) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  for (const [type, audience] of AUDIENCES) {
    await test.step(type, async () => {
      await field(dialog, 'Type').selectOption(type);
      await fillSignal(dialog, symbol);
      const confirmation = await openConfirmation(dialog);
      await expect(confirmation).toContainText(audience);
      await expect(confirmation).toContainText(`${symbol}Buy${type}`);
      const prices = ['Rs. 100.00', 'Rs. 95.00', 'Rs. 105.00', 'Rs. 110.50', 'Rs. 115.00', '3.00 to 1'];
      await expect(confirmation.getByRole('definition')).toHaveText(prices);
      await field(confirmation, 'Reason').fill('Typed before');
      await page.keyboard.press('Escape');
      await expect(confirmation).toHaveCount(0);
      await expect(field(dialog, 'TP3')).toHaveValue('115');
    });
  }

  await test.step('the next session, once none is left today', async () => {
    await page.route(`**/api${getSignalChecks.path}*`, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), is_session_over: true, trading_date: '2026-11-30' };
      await route.fulfill({ response, json });
    });
    const other = makeUniqueSymbol();
    await field(dialog, 'Stock Name').fill(other);
    const confirmation = await openConfirmation(dialog);
    await expect(confirmation).not.toContainText('No session is left today');
    await page.keyboard.press('Escape');
    await field(dialog, 'Type').selectOption('Intraday');
    await openConfirmation(dialog);
    await expect(confirmation).toContainText(
      'No session is left today, so it is for the next one: 30 Nov 2026.',
    );
  });
});

test('an incomplete form and wrong prices are rejected with messages that say what to do, and the price levels are drawn while they are typed', async ({
  page,
  browserErrors,
}) => {
  const dialog = await openAddDialog(page);

  await test.step('the form draws the price levels while they are typed', async () => {
    await expect(dialog.getByRole('img')).toHaveCount(0);
    await field(dialog, 'Entry Price').fill('100');
    await field(dialog, 'Stop Loss').fill('95');
    await field(dialog, 'TP1').fill('105');
    await expect(dialog.getByRole('img', { name: /Reward to risk from entry: 1\.00 to 1/ })).toBeVisible();
    await field(dialog, 'TP2').fill('115');
    await expect(dialog.getByRole('img', { name: /Reward to risk from entry: 3\.00 to 1/ })).toBeVisible();
    await field(dialog, 'Stop Loss').fill('105');
    await expect(dialog.getByText('Stop loss must be below the entry price')).toBeVisible();
  });

  await test.step('an incomplete form is rejected with an error at every missing field, and keeps the typed values', async () => {
    const symbol = makeUniqueSymbol();

    for (const name of ['Entry Price', 'Stop Loss', 'TP1', 'TP2']) await field(dialog, name).fill('');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(getToast(page, 'Validation Error', 'Please fill in all fields')).toBeVisible();
    for (const name of ['Stock Name', 'Entry Price', 'Stop Loss', 'TP1', 'TP2', 'TP3'])
      await expect(field(dialog, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(dialog, 'Stock Name')).toBeFocused();

    await fillSignal(dialog, symbol, { ...PRICES, targets: ['105', '', '115'] });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(getToast(page, 'Validation Error', 'Please fill in all fields').first()).toBeVisible();
    await expect(field(dialog, 'TP2')).toBeFocused();
    await expect(field(dialog, 'Stock Name')).toHaveValue(symbol);
    await expect(field(dialog, 'TP3')).toHaveValue('115');
    await field(dialog, 'TP2').fill('110');
    await expect(field(dialog, 'TP2')).not.toHaveAttribute('aria-invalid');
  });

  await test.step('wrong prices are rejected with a message that says what to do', async () => {
    for (const [what, order, prices, wrongField, message] of REJECTED) {
      await test.step(what, async () => {
        await fillSignal(dialog, makeUniqueSymbol(), { ...prices, targets: [...prices.targets] });
        await showMore(dialog);
        await field(dialog, 'Order Type').selectOption(order);
        await dialog.getByRole('button', { name: 'Publish' }).click();
        await expect(getToast(page, 'Validation Error', message)).toBeVisible();
        await expect(dialog.getByText(message).first()).toBeVisible();
        await expect(field(dialog, wrongField)).toBeFocused();
        await expect(field(dialog, wrongField)).toHaveAccessibleDescription(message);
        await expect(field(dialog, 'Entry Price')).toHaveValue(prices.entry);
      });
    }
  });

  await test.step('a draft that cannot be saved has its errors at the fields', async () => {
    browserErrors.expectStatus(400);

    const entry = field(dialog, 'Entry Price');
    await entry.fill('1'.repeat(201));
    await field(dialog, 'TP2').fill('2'.repeat(201));
    await dialog.getByRole('button', { name: 'Save Draft' }).click();
    await expect(entry).toHaveAccessibleDescription('Ensure this field has no more than 200 characters.');
    await expect(entry).toBeFocused();
    await expect(dialog.getByText('Ensure this field has no more than 200 characters.')).toHaveCount(2);
    await entry.fill('100');
    await expect(entry).not.toHaveAttribute('aria-invalid');
  });
});

test('a form with typed text is not closed by Escape, a press outside or its buttons without a question', async ({
  page,
}) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await expect(field(dialog, 'Stock Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const add = page.getByRole('button', { name: 'Add New Signal' });
  await expect(add).toBeFocused();

  await add.click();
  await field(dialog, 'Stock Name').fill(symbol);
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const close = {
    Escape: () => page.keyboard.press('Escape'),
    'the close button': () => dialog.getByRole('button', { name: 'Close' }).click(),
    Cancel: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  };
  for (const [what, act] of Object.entries(close)) {
    await test.step(what, async () => {
      await act();
      await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(field(dialog, 'Stock Name')).toHaveValue(symbol);
    });
  }
  await page.mouse.click(5, 5);
  await expect(field(dialog, 'Stock Name')).toHaveValue(symbol);

  await page.keyboard.press('Escape');
  await expectNoFaultsInBothThemes(page, 'with the question');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await add.click();
  await expect(field(dialog, 'Stock Name')).toHaveValue('');
});

test('a signal is published with another number of targets than three', async ({ page, openBrowser }) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, symbol);
  await showMore(dialog);
  const count = field(dialog, 'Number of Targets');
  await count.selectOption('1');
  await expect(field(dialog, 'TP2')).toHaveCount(0);
  await count.selectOption('6');
  await expect(field(dialog, 'TP3')).toHaveValue('115');
  for (const [index, price] of ['120', '119', '130'].entries())
    await field(dialog, `TP${index + 4}`).fill(price);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(field(dialog, 'TP5')).toBeFocused();
  await expect(field(dialog, 'TP5')).toHaveAccessibleDescription(
    'TP5 must be above TP4 (Rs. 120.00) for a buy order.',
  );
  await field(dialog, 'TP5').fill('125');
  await addUnlisted(dialog);
  await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();

  const visitor = await openBrowser();
  await openPage(visitor, paths.intradaySignals);
  for (const price of ['Rs. 105.00', 'Rs. 110.50', 'Rs. 115.00', 'Rs. 120.00', 'Rs. 125.00', 'Rs. 130.00'])
    await expect(getCard(visitor, symbol)).toContainText(price);
});

test('a premium signal with all optional fields appears in its list', async ({ page }) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, symbol, { entry: '100', stop: '105', targets: ['95', '90', '85'] });
  await field(dialog, 'Type').selectOption('Swing');
  await showMore(dialog);
  await field(dialog, 'Order Type').selectOption('Sell');
  await field(dialog, 'Title').fill('Lower high at resistance');
  await field(dialog, 'Sector').fill('Test Sector');
  await field(dialog, 'Leverage').fill('3');
  await field(dialog, 'Risk Type').selectOption('High');
  await field(dialog, 'Shariah Type').selectOption('Non-Compliant');
  await field(dialog, 'Rationale').fill('A lower high.\nVolume falls.');
  await field(dialog, 'Analyst').selectOption('Bilal Raza, RA-0142');
  await field(dialog, 'Horizon').selectOption('20 trading days');
  await dialog.getByLabel('No position in this security').check();
  await dialog.getByLabel('The firm holds a position').check();
  await expect(dialog.getByLabel('No position in this security')).not.toBeChecked();
  await addUnlisted(dialog);
  await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Swing' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row').nth(1)).toContainText(symbol);
  await openPage(page, paths.swingSignals);
  const card = getCard(page, symbol);
  for (const text of [
    'Lower high at resistance',
    'Test Sector',
    'Sell',
    '3x',
    'High',
    'Non-Compliant',
    'Analyst Bilal Raza, registration RA-0142',
    'Horizon 20 trading days',
    'The firm holds a position in this security.',
  ])
    await expect(card).toContainText(text);
  await card.getByText('Rationale').click();
  await expect(card.getByText('A lower high.')).toBeVisible();
});

test('a second submission while saving does not add a second signal', async ({ page }) => {
  const symbol = makeUniqueSymbol();
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, symbol);
  const { release, count } = await holdRequests(page, '**/api/admin/signals/');
  await addUnlisted(dialog);
  const busy = getConfirmation(dialog).getByRole('button', { name: 'Saving…' });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  await field(getConfirmation(dialog), 'Reason').press('Enter');
  release();
  await expect(getToast(page, 'Signal Added', symbol)).toBeVisible();
  await expect(getRow(page, symbol)).toHaveCount(1);
  expect(count()).toBe(1);
});

test('a symbol that is not in the directory is a warning, and similar companies can be chosen', async ({
  page,
}) => {
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, 'HUB');
  const warning = dialog.getByText('HUB is not in the company directory');
  await expect(warning).toBeVisible();
  await dialog.getByRole('button', { name: 'HUBC', exact: true }).click();
  await expect(field(dialog, 'Stock Name')).toHaveValue('HUBC');
  await expect(dialog.getByText(/The Hub Power Company Limited ·/)).toBeVisible();
  await expect(warning).toHaveCount(0);
});

const SYMBOL = 'SYS';

/** Far above the price limits of the sample prices. */
const BEYOND: Prices = { entry: '9000', stop: '8900', targets: ['9100', '9200', '9300'] };

test('levels beyond the price limits are warnings while they are typed, and need a reason', async ({
  page,
}) => {
  const dialog = await openAddDialog(page);
  await field(dialog, 'Stock Name').fill(SYMBOL);
  await expect(dialog.getByText(/^Rs\. [\d.]+ to Rs\. [\d.]+$/)).toBeVisible();
  await field(dialog, 'Entry Price').fill(BEYOND.entry);
  await expect(field(dialog, 'Entry Price')).toHaveAccessibleDescription('Beyond the price limits');
  await expect(
    dialog.getByText(/The entry price \(Rs\. 9000\.00\) is above the upper price limit/),
  ).toBeVisible();

  await fillSignal(dialog, SYMBOL, BEYOND);
  await showMore(dialog);
  const title = `Beyond the limits ${makeUniqueSymbol()}`;
  await field(dialog, 'Title').fill(title);
  const confirmation = await openConfirmation(dialog);
  await expect(confirmation).toContainText('TP3 (Rs. 9300.00) is above the upper price limit');
  const reason = field(confirmation, 'Reason');
  await expect(reason).toBeFocused();
  await confirmation.getByRole('button', { name: 'Publish' }).click();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/Enter a reason of at least 3 characters\./);
  await reason.fill('The exchange has widened the limits');
  await confirmation.getByRole('button', { name: 'Back' }).click();
  await expect(field(dialog, 'TP3')).toHaveValue('9300');
  await openConfirmation(dialog);
  await expect(reason).toHaveValue('The exchange has widened the limits');
  await confirmation.getByRole('button', { name: 'Publish' }).click();
  await expect(getToast(page, 'Signal Added', SYMBOL)).toBeVisible();

  const row = getRow(page, title);
  await expect(row).toContainText(/Last close Rs\. [\d.]+\d{2} \w{3} \d{4}/);
  await chooseRowAction(row, 'History', SYMBOL);
  const history = page.getByRole('dialog', { name: `History of ${SYMBOL}` });
  await expect(history).toContainText('In spite of warnings, because: The exchange has widened the limits');
  await expect(history).toContainText('TP3 (Rs. 9300.00) is above the upper price limit');
});

test('the server checks a signal again, and the form shows its warnings', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(500);
  browserErrors.expectStatus(409);
  await page.route(`**/api${getSignalChecks.path}*`, (route) => route.fulfill({ status: 500, body: '{}' }));
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, SYMBOL, BEYOND);
  const confirmation = await openConfirmation(dialog);
  const warning = /The stop loss \(Rs\. 8900\.00\) is above the upper price limit/;
  await expect(field(confirmation, 'Reason')).toHaveCount(0);
  await confirmation.getByRole('button', { name: 'Publish' }).click();
  await expect(field(confirmation, 'Reason')).toBeFocused();
  await expect(confirmation.getByText(warning)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByText(warning)).toBeVisible();
  await field(dialog, 'Stop Loss').fill('8950');
  await expect(dialog.getByText(warning)).toHaveCount(0);
  await expect(field(dialog, 'Entry Price')).toHaveValue('9000');
});

test('errors of the server are at their fields, and those without a field above the form', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  const dialog = await openAddDialog(page);
  await fillSignal(dialog, makeUniqueSymbol());
  const reject = (json: Record<string, string[]>) =>
    page.route(`**/api${publishSignal.path}`, (route) => route.fulfill({ status: 400, json }), { times: 1 });

  await reject({ target_points: ['The targets are wrong.'], sector: ['This sector is wrong.'] });
  await addUnlisted(dialog);
  await expect(getConfirmation(dialog)).toHaveCount(0);
  await expect(field(dialog, 'TP1')).toBeFocused();
  for (const name of ['TP1', 'TP2', 'TP3'])
    await expect(field(dialog, name)).toHaveAccessibleDescription('The targets are wrong.');
  await expect(field(dialog, 'Sector')).toHaveAccessibleDescription(/This sector is wrong\./);
  await expect(field(dialog, 'Sector')).toBeVisible();

  await reject({ non_field_errors: ['The signal as a whole is wrong.'] });
  await addUnlisted(dialog);
  await expect(dialog.getByRole('alert')).toHaveText('The signal as a whole is wrong.');
});
