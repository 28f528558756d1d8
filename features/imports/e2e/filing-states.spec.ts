import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { FILINGS_URL, makeFiling, mockLists, respondUnavailable } from './import-responses.ts';

test.use({ role: 'administrator' });

const FILINGS_VIEW = `${paths.adminImports}?view=filings`;
const LUCKY = makeFiling();
const ENGRO = makeFiling({
  id: 900_002,
  symbol: null,
  company_name: 'Engro Corporation Limited',
  document: null,
});
const HUB = makeFiling({ id: 900_003, symbol: 'HUBC', company_name: 'The Hub Power Company Limited' });
const getDecisionUrl = (filing: { id: number }, decision: 'confirm' | 'dismiss') =>
  `**/api/admin/corporate-actions/filings/${filing.id}/${decision}/`;

test('shows pending filings with their title, filing time and document', async ({ page }) => {
  await mockLists(page, { filings: [LUCKY, ENGRO] });
  await openPage(page, paths.adminImports);
  await page.getByRole('tab', { name: 'Pending filings 2' }).click();
  await expect(page).toHaveURL(FILINGS_VIEW);
  await expect(page.getByText('2 pending filings.')).toBeVisible();
  const card = page.getByRole('article', { name: 'LUCK · Lucky Cement Limited' });
  await expect(card).toContainText('Filed 20 Nov 2026, 10:51 PKT');
  const link = card.getByRole('link', {
    name: 'Read the notice of Lucky Cement Limited (opens in a new tab)',
  });
  await expect(link).toHaveAttribute('href', 'https://dps.psx.com.pk/download/document/282940.pdf');
  await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
  const other = page.getByRole('article', { name: 'Engro Corporation Limited' });
  await expect(other.getByRole('link')).toHaveCount(0);
  await expectNoFaultsInBothThemes(page, 'with filings');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoFaultsInBothThemes(page, 'with filings on a mobile screen');
  await expectNoSidewaysScroll(page);
});

test('shows errors at their fields, and preserves the input after a failure', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(400);
  browserErrors.expectStatus(503);
  await mockLists(page, { filings: [LUCKY] });
  await openPage(page, FILINGS_VIEW);
  const card = page.getByRole('article', { name: 'Lucky Cement' });
  const date = card.getByLabel('Date');
  const time = card.getByLabel('Time');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(date).toBeFocused();
  for (const field of [date, time]) await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectNoFaultsInBothThemes(page, 'with errors');

  await page.route(getDecisionUrl(LUCKY, 'confirm'), respondUnavailable);
  await date.fill('2026-11-30');
  await time.fill('14:30');
  await card.getByLabel('Subject').fill('Accounts of the first quarter');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(card.getByRole('alert')).toBeVisible();
  await page.unroute(getDecisionUrl(LUCKY, 'confirm'));
  await page.route(getDecisionUrl(LUCKY, 'confirm'), (route) =>
    route.fulfill({ status: 400, json: { meeting_date: ['The meeting is before its filing.'] } }),
  );
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(card.getByText('The meeting is before its filing.')).toBeVisible();
  await expect(date).toHaveValue('2026-11-30');
  await expect(time).toHaveValue('14:30');
  await expect(card.getByLabel('Subject')).toHaveValue('Accounts of the first quarter');
});

test('moves the next filing to the position of the settled one', async ({ page }) => {
  await mockLists(page, { filings: [LUCKY, ENGRO, HUB] });
  await page.route('**/api/admin/corporate-actions/filings/*/*/', (route) => route.fulfill({ status: 204 }));
  await openPage(page, FILINGS_VIEW);
  const getTop = async (name: string) => (await page.getByRole('article', { name }).boundingBox())?.y;
  const engro = page.getByRole('article', { name: 'Engro' });
  // The click would scroll to it.
  await engro.getByRole('button', { name: 'Confirm' }).scrollIntoViewIfNeeded();
  const position = await getTop('Engro');
  await engro.getByLabel('Date').fill('2026-11-30');
  await engro.getByLabel('Time').fill('14:30');
  const sent = page.waitForRequest(getDecisionUrl(ENGRO, 'confirm'));
  await engro.getByRole('button', { name: 'Confirm' }).click();
  expect((await sent).postDataJSON()).toEqual({
    meeting_date: '2026-11-30',
    meeting_time: '14:30',
    subject: '',
  });
  await expect(getToast(page, 'Meeting confirmed', 'Engro Corporation Limited')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The Hub Power Company' })).toBeFocused();
  expect(await getTop('Hub Power')).toBe(position);
  await expect(page.getByText('2 pending filings.')).toBeVisible();

  await page.getByRole('button', { name: 'Dismiss The Hub Power Company Limited' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss filing' });
  await expectNoFaultsInBothThemes(page, 'with the dialog');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(getToast(page, 'Filing dismissed', 'The Hub Power Company Limited')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lucky Cement' })).toBeFocused();
  await expect(page.getByText('1 pending filing.')).toBeVisible();
});

test('removes a filing that another administrator has decided, with a notification', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(409);
  await mockLists(page, { filings: [LUCKY, HUB] });
  const detail = 'This filing is already confirmed or dismissed. Reload the list.';
  await page.route('**/api/admin/corporate-actions/filings/*/*/', (route) =>
    route.fulfill({ status: 409, json: { detail } }),
  );
  await openPage(page, FILINGS_VIEW);
  await page.getByRole('button', { name: 'Dismiss Lucky Cement Limited' }).click();
  await page.getByRole('dialog', { name: 'Dismiss filing' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(getToast(page, 'Already decided', 'Lucky Cement Limited')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  const hub = page.getByRole('article', { name: 'The Hub Power Company' });
  await hub.getByLabel('Date').fill('2026-11-30');
  await hub.getByLabel('Time').fill('14:30');
  await hub.getByRole('button', { name: 'Confirm' }).click();
  await expect(getToast(page, 'Already decided', 'The Hub Power Company Limited')).toBeVisible();
  await expect(page.getByText('No pending filings')).toBeVisible();
});

test('preserves the input while the imports view is open', async ({ page }) => {
  await mockLists(page, { filings: [LUCKY] });
  await openPage(page, FILINGS_VIEW);
  await page.getByLabel('Subject').fill('Unfinished subject');
  await page.getByRole('tab', { name: 'Imports' }).click();
  await page.getByRole('tab', { name: 'Pending filings' }).click();
  await expect(page.getByLabel('Subject')).toHaveValue('Unfinished subject');
});

test('shows an error with a retry button, and an empty state', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await mockLists(page);
  await page.unroute(FILINGS_URL);
  await page.route(FILINGS_URL, respondUnavailable);
  await openPage(page, FILINGS_VIEW);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(FILINGS_URL);
  await mockLists(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No pending filings' })).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'without filings');
});
