import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { INBOX_KINDS, type InboxPart, readInbox } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const INBOX = '**/api/admin/inbox/';
const EMPTY: InboxPart[] = INBOX_KINDS.map((kind) => ({
  kind,
  path: paths.adminSystem,
  count: 0,
  items: [],
}));

test('the work of the demo is listed and counted in the navigation, and leads to where it is settled', async ({
  page,
  product,
  user,
}) => {
  await openPage(page, paths.adminInbox);
  const { parts }: EndpointOutput<typeof readInbox> = await call(product.url, readInbox, {}, user.access);
  const filings = parts.find(({ kind }) => kind === 'filings');
  const [filing] = filings?.items ?? [];
  await expect(page.getByRole('heading', { name: `Filings to confirm ${filings?.count}` })).toBeVisible();
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

test('a kind that cannot be read does not hide the others, on a phone', async ({ page }) => {
  await page.setViewportSize(MOBILE_VIEWPORT);
  const item = { id: '1', title: 'email', detail: 'connect ECONNREFUSED', at: null, path: paths.adminSystem };
  const parts = EMPTY.map((part): InboxPart => {
    if (part.kind === 'drafts') return { ...part, count: null };
    return part.kind === 'failed_jobs' ? { ...part, count: 1_234, items: [item] } : part;
  });
  await page.route(INBOX, (route) => route.fulfill({ json: { parts } }));
  await openPage(page, paths.adminInbox);
  await expect(page.getByRole('alert')).toContainText('Drafts to approve could not be read.');
  const jobs = page.getByRole('region', { name: 'Failed jobs 1,234' });
  await expect(jobs).toContainText('And 1,233 more.');
  await expectNoFaultsInBothThemes(page, 'with a part that failed');
  await expectNoSidewaysScroll(page);
});

test('an empty inbox says that there is nothing to do', async ({ page }) => {
  await page.route(INBOX, (route) => route.fulfill({ json: { parts: EMPTY } }));
  await openPage(page, paths.adminInbox);
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Administration' })).not.toContainText('to settle');
});
