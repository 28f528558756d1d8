import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { type InboxTask, readInbox } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { changeTaskEmails } from '#features/operations/contract/task-emails.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const INBOX = '**/api/admin/inbox/';
const PRICES: InboxTask = {
  id: 'prices',
  title: 'Prices of 20 Nov 2026 are missing since 17:30 PKT.',
  text: 'Import the file of prices.',
  since: '2026-11-20T12:31:00.000Z',
  path: paths.adminImports,
  action: 'Open imports',
  count: 1,
  items: [],
};

test('the work of the demo is listed and counted in the navigation, and leads to where it is settled', async ({
  page,
  product,
  user,
}) => {
  await openPage(page, paths.adminInbox);
  const { tasks }: EndpointOutput<typeof readInbox> = await call(product.url, readInbox, {}, user.access);
  const filings = tasks.find(({ id }) => id === 'filings');
  const [filing] = filings?.items ?? [];
  await expect(page.getByRole('heading', { name: filings?.title })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Administration' });
  await expect(navigation.getByRole('link', { name: /^Inbox \d+ to settle$/ })).toBeVisible();
  await expect(navigation.getByRole('link', { name: /^Imports \d+ to settle$/ })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'the inbox');
  await page.getByRole('link', { name: filing?.title, exact: true }).click();
  await expect(page).toHaveURL(`${paths.adminImports}?view=filings#filing-${filing?.id}`);
  await expect(page.getByRole('heading', { level: 3, name: filing?.title })).toBeFocused();
  await page.goBack();
  await page.getByRole('link', { name: 'Confirm filings' }).click();
  await expect(page.getByRole('heading', { name: 'Pending filings' })).toBeVisible();
});

test('what cannot be read does not hide the other tasks, on a phone', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  const item = { id: '1', title: 'LUCK', detail: 'Submitted by sana', at: null, path: paths.adminDrafts };
  const drafts: InboxTask = {
    ...PRICES,
    id: 'drafts',
    title: '1,234 drafts to approve',
    count: 1_234,
    items: [item],
  };
  const json = { tasks: [PRICES, drafts], unreadable: ['filings to confirm'] };
  await page.route(INBOX, (route) => route.fulfill({ json }));
  await openPage(page, paths.adminInbox);
  await expect(page.getByRole('alert')).toContainText('These could not be read: filings to confirm.');
  await expect(page.getByRole('region', { name: '1,234 drafts to approve' })).toContainText(
    'And 1,233 more.',
  );
  await expectNoFaultsInBothThemes(page, 'with a part that failed');
  await expectNoSidewaysScroll(page);
  await page.getByRole('region', { name: PRICES.title }).getByRole('link', { name: 'Open imports' }).click();
  await expect(page).toHaveURL(paths.adminImports);
});

test('an empty inbox says that there is nothing to do', async ({ page }) => {
  await page.route(INBOX, (route) => route.fulfill({ json: { tasks: [], unreadable: [] } }));
  await openPage(page, paths.adminInbox);
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Administration' })).not.toContainText('to settle');
});

test('emails about tasks are turned on with the code from the demo mailbox', async ({
  page,
  product,
  user,
  browserErrors,
}) => {
  // The wrong code.
  browserErrors.expectStatus(400);
  await openPage(page, paths.adminInbox);
  const email = `operator-${user.name}@tezi.example`;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(getToast(page, 'Code sent', '')).toBeVisible();
  await page.getByLabel('Code from the email').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
  let code: string | undefined;
  await expect(async () => {
    const mailbox = await page.request.get(`${product.url}/api/demo/mailbox/`);
    const { results } = await mailbox.json();
    const text = results.find((message: { recipient: string }) => message.recipient === email)?.text ?? '';
    code = /: (\d{6})$/m.exec(text)?.[1];
    expect(code).toBeDefined();
  }).toPass();
  await page.getByLabel('Code from the email').fill(code ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await call(product.url, changeTaskEmails, { body: { email, is_on: false } }, user.access);
});
