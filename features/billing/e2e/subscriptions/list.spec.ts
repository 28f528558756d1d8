import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdRequests, openPage } from '#tests/e2e/support/pages.ts';
import { CANCELED, ENDED, LIST_CALL, mockSubscriptions, PRO } from './responses.ts';

test.use({ role: 'customer' });

const EMPTY = "You don't have any active subscriptions.";

test('each subscription shows product, status, price, next payment and a link to its page', async ({
  page,
}) => {
  await mockSubscriptions(page, CANCELED, { ...ENDED, next_payment_date: '2026-12-20T19:30:00.000Z' });
  await openPage(page, paths.subscriptions);
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText(['Pro', 'Intermediate']);
  await expect(cards.locator('dd')).toHaveText([
    '$60.00 / Monthly',
    'None',
    '$1,288.00 / Yearly',
    '21 Dec 2026',
  ]);
  await expect(cards.first()).toContainText('Active (cancels 21 Dec 2026)');
  await expect(cards.last()).toContainText('Canceled');
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  const manage = page.getByRole('link', { name: 'Manage Subscription Pro' });
  await expect(manage).toHaveAttribute('href', getSubscriptionPath(PRO.id));
});

test('loading is shown instead of the message that links a customer without a subscription to the plans', async ({
  page,
}) => {
  const { release } = await holdRequests(page, LIST_CALL);
  await openPage(page, paths.subscriptions);
  await expect(page.getByText('Loading your subscriptions...')).toBeVisible();
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  release();
  await expect(page.getByText(EMPTY)).toBeVisible();

  await expect(page.getByRole('heading', { name: EMPTY })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'View Plans' }).click();
  await expect(page).toHaveURL(paths.pricing);
});

test('a failure to load the list is shown instead of the empty state, and Retry loads it', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(500);
  let isDown = true;
  await page.route(LIST_CALL, (route) =>
    isDown
      ? route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } })
      : route.fulfill({ json: { subscriptions: [PRO] } }),
  );
  await openPage(page, paths.subscriptions);
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Your subscriptions could not be loaded');
  await expect(failure).toContainText('Something went wrong.');
  await expect(page.getByText(EMPTY)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'View Plans' })).toHaveCount(0);
  isDown = false;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});
